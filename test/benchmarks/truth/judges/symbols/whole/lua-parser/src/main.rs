//! The functions and outermost variables of Lua files by the parser of EmmyLua. argv: a file that lists absolute paths. stdout: as typescript.mjs.
use emmylua_parser::{
    LuaAst, LuaAstNode, LuaAstToken, LuaClosureExpr, LuaExpr, LuaIndexKey, LuaLanguageLevel, LuaNameToken, LuaParseErrorKind,
    LuaParser, LuaVarExpr, ParserConfig,
};
use serde_json::{json, Value};
use std::{env, fs, ops::Range};

struct Told<'a> {
    text: &'a str,
    found: Vec<Value>,
}

impl Told<'_> {
    fn line(&self, at: usize) -> usize {
        self.text[..at].matches('\n').count() + 1
    }

    fn add(&mut self, name: &str, at: usize, kind: &str, inside: bool, whole: Range<usize>) {
        let last = whole.start + self.text[whole.clone()].trim_end().len();
        self.found.push(json!([name, self.line(at), kind, inside, self.line(whole.start), self.line(last)]));
    }

    /// The last name of `a.b:c`, what the string of `a["b"]` holds; nothing of `a[1]`.
    fn last_name(&self, target: &LuaVarExpr) -> Option<(String, usize)> {
        match target {
            LuaVarExpr::NameExpr(name) => named(name.get_name_token()),
            LuaVarExpr::IndexExpr(index) => key_name(index.get_index_key()),
        }
    }

    /// The names of an assignment: the first has all of it, each other one its own line, and the values up to it where it is a function.
    fn assigned(&mut self, names: &[Option<(String, usize)>], values: &[LuaExpr], inside: bool, whole: Range<usize>) {
        for (at, name) in names.iter().enumerate() {
            let Some((name, start)) = name else { continue };
            let kind = match values.get(at) {
                Some(LuaExpr::ClosureExpr(_)) => "function",
                Some(value) if value.syntax().text().to_string().starts_with("require") => continue,
                _ => "variable",
            };
            let own = if at == 0 { whole.clone() } else { *start..start + name.len() };
            self.add(name, *start, kind, inside, own);
        }
    }
}

fn symbols_of(text: &str) -> Option<Vec<Value>> {
    let tree = LuaParser::parse(text, ParserConfig::with_level(LuaLanguageLevel::Lua55));
    if tree.get_errors().iter().any(|one| one.kind == LuaParseErrorKind::SyntaxError) {
        return None;
    }
    let mut told = Told { text, found: Vec::new() };
    for node in tree.get_chunk_node().descendants::<LuaAst>() {
        let inside = node.ancestors::<LuaClosureExpr>().next().is_some();
        let range = node.get_range();
        let whole = usize::from(range.start())..usize::from(range.end());
        match &node {
            LuaAst::LuaFuncStat(one) => {
                if let Some((name, at)) = one.get_func_name().and_then(|name| told.last_name(&name)) {
                    told.add(&name, at, "function", inside, whole);
                }
            }
            LuaAst::LuaLocalFuncStat(one) => {
                if let Some(token) = one.get_local_name().and_then(|name| name.get_name_token()) {
                    told.add(token.get_name_text(), token.get_range().start().into(), "function", inside, whole);
                }
            }
            LuaAst::LuaLocalStat(one) => {
                let names: Vec<_> = one.get_local_name_list().map(|name| named(name.get_name_token())).collect();
                told.assigned(&names, &one.get_value_exprs().collect::<Vec<_>>(), inside, whole);
            }
            LuaAst::LuaGlobalStat(one) => {
                let names: Vec<_> = one.get_local_name_list().map(|name| named(name.get_name_token())).collect();
                let values: Vec<_> = one.children::<LuaExpr>().collect();
                // Without a value it says which names are used.
                if !values.is_empty() {
                    told.assigned(&names, &values, inside, whole);
                }
            }
            LuaAst::LuaAssignStat(one) => {
                let (targets, values) = one.get_var_and_expr_list();
                let names: Vec<_> = targets.iter().map(|target| told.last_name(target)).collect();
                told.assigned(&names, &values, inside, whole);
            }
            LuaAst::LuaTableField(one) => {
                if let (Some(LuaExpr::ClosureExpr(_)), Some((name, at))) = (one.get_value_expr(), key_name(one.get_field_key())) {
                    told.add(&name, at, "function", inside, whole);
                }
            }
            _ => {}
        }
    }
    Some(told.found)
}

fn key_name(key: Option<LuaIndexKey>) -> Option<(String, usize)> {
    match key? {
        LuaIndexKey::Name(token) => named(Some(token)),
        LuaIndexKey::String(token) => Some((token.get_value(), usize::from(token.get_range().start()))),
        _ => None,
    }
}

fn named(token: Option<LuaNameToken>) -> Option<(String, usize)> {
    token.map(|token| (token.get_name_text().to_string(), usize::from(token.get_range().start())))
}

fn main() {
    let list = env::args().nth(1).expect("the list of files");
    let paths = fs::read_to_string(list).expect("a list that can be read");
    for path in paths.lines().filter(|path| !path.is_empty()) {
        let text = fs::read_to_string(path).expect("a file that can be read");
        println!("{}", json!({ "path": path, "symbols": symbols_of(&text) }));
    }
}
