//! Reads files with syn. argv: a file that lists absolute paths, then `symbols` where those are asked for. stdout: a line of JSON
//! for each file: what is wrong with it and whether syn read all of it, or its definitions as typescript.mjs prints them.
mod symbols;
mod unread;
use std::{env, fs};

fn verdict_of(path: &str, text: &str) -> serde_json::Value {
    match syn::parse_file(text) {
        Ok(file) => serde_json::json!({ "path": path, "error": null, "undecided": unread::has_unread(&file) }),
        Err(error) => {
            serde_json::json!({ "path": path, "error": format!("{}: {error}", error.span().start().line) })
        }
    }
}

fn main() {
    let list = env::args().nth(1).expect("the list of files");
    let wants_symbols = env::args().nth(2).as_deref() == Some("symbols");
    let paths = fs::read_to_string(list).expect("a list that can be read");
    for path in paths.lines().filter(|path| !path.is_empty()) {
        let said = match fs::read_to_string(path) {
            Err(error) => serde_json::json!({ "path": path, "symbols": null, "error": format!("0: {error}") }),
            Ok(text) if wants_symbols => serde_json::json!({ "path": path, "symbols": symbols::symbols_of(&text) }),
            Ok(text) => verdict_of(path, &text),
        };
        println!("{said}");
    }
}
