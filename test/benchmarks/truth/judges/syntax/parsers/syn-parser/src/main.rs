//! Reads files with syn. argv: a file that lists absolute paths, then `symbols` where those are asked for. stdout: a line of JSON
//! for each file: what is wrong with it, or its definitions as typescript.mjs prints them.
mod symbols;
use std::{env, fs};

fn error_of(text: &str) -> Option<String> {
    let error = syn::parse_file(text).err()?;
    Some(format!("{}: {error}", error.span().start().line))
}

fn main() {
    let list = env::args().nth(1).expect("the list of files");
    let wants_symbols = env::args().nth(2).as_deref() == Some("symbols");
    let paths = fs::read_to_string(list).expect("a list that can be read");
    for path in paths.lines().filter(|path| !path.is_empty()) {
        let said = match fs::read_to_string(path) {
            Err(error) => serde_json::json!({ "path": path, "symbols": null, "error": format!("0: {error}") }),
            Ok(text) if wants_symbols => serde_json::json!({ "path": path, "symbols": symbols::symbols_of(&text) }),
            Ok(text) => serde_json::json!({ "path": path, "error": error_of(&text) }),
        };
        println!("{said}");
    }
}
