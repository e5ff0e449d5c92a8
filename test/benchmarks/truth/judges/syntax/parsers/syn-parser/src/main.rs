//! Parses files with syn. argv: a file that lists absolute paths. stdout: a line of JSON for each file.
use std::{env, fs};

fn error_of(path: &str) -> Option<String> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => return Some(format!("0: {error}")),
    };
    let error = syn::parse_file(&text).err()?;
    Some(format!("{}: {error}", error.span().start().line))
}

fn main() {
    let list = env::args().nth(1).expect("the list of files");
    let paths = fs::read_to_string(list).expect("a list that can be read");
    for path in paths.lines().filter(|path| !path.is_empty()) {
        println!("{}", serde_json::json!({ "path": path, "error": error_of(path) }));
    }
}
