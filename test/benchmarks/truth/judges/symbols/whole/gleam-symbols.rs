//! The definitions of Gleam files by its compiler's own parser, of which this is an example. argv: a file that lists absolute paths. stdout: as
//! typescript.mjs.
use gleam_core::{ast::Definition, parse::parse_module, warning::WarningEmitter};
use serde_json::{Value, json};
use std::{env, fs};

fn symbols_of(path: &str, text: &str) -> Option<Vec<Value>> {
    let parsed = parse_module(path.into(), text, &WarningEmitter::null()).ok()?;
    let line = |at: u32| text[..at as usize].matches('\n').count() + 1;
    let mut definitions: Vec<_> = parsed.module.definitions.iter().map(|one| &one.definition).collect();
    definitions.sort_by_key(|one| one.location().start);
    let mut found = Vec::new();
    let mut before = 0;
    for definition in definitions {
        let start = definition.location().start;
        let (name, at, kind, end) = match definition {
            Definition::Function(one) => {
                let (at, name) = one.name.clone()?;
                (name, at.start, "function", one.end_position)
            }
            Definition::TypeAlias(one) => (one.alias.clone(), one.name_location.start, "type", one.type_ast.location().end),
            Definition::CustomType(one) => (one.name.clone(), one.name_location.start, "type", one.end_position.max(one.location.end)),
            Definition::ModuleConstant(one) => (one.name.clone(), one.name_location.start, "variable", one.value.location().end),
            Definition::Import(one) => {
                before = one.location.end;
                continue;
            }
        };
        // Attributes above it, as `@external(…)`, belong to it.
        let gap = &text[before as usize..start as usize];
        let first = gap.find("\n@").map_or(start, |offset| before + offset as u32 + 1);
        found.push(json!([name.as_str(), line(at), kind, false, line(first), line(end)]));
        before = end;
    }
    Some(found)
}

fn main() {
    let list = env::args().nth(1).expect("the list of files");
    let paths = fs::read_to_string(list).expect("a list that can be read");
    for path in paths.lines().filter(|path| !path.is_empty()) {
        let text = fs::read_to_string(path).expect("a file that can be read");
        println!("{}", json!({ "path": path, "symbols": symbols_of(path, &text) }));
    }
}
