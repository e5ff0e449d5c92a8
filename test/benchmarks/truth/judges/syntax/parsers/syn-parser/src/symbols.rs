//! The definitions of a file, those included that a macro is given, where its tokens are items.
use syn::visit::{self, Visit};
use syn::{Ident, Macro};

/// Name, 1-based line, kind, whether a function's body is around.
pub type Symbol = (String, usize, &'static str, bool);

#[derive(Default)]
struct Listing {
    found: Vec<Symbol>,
    functions: usize,
}

impl Listing {
    fn add(&mut self, name: &Ident, kind: &'static str) {
        self.found.push((name.to_string(), name.span().start().line, kind, self.functions > 0));
    }

    fn add_function(&mut self, name: &Ident, kind: &'static str, body: Option<&syn::Block>) {
        self.add(name, kind);
        self.functions += 1;
        if let Some(body) = body {
            self.visit_block(body);
        }
        self.functions -= 1;
    }
}

/// Adds a definition, then what stands inside of it.
macro_rules! listed {
    ($($visit:ident $node:ident $kind:literal),*) => {
        $(fn $visit(&mut self, node: &'ast syn::$node) {
            self.add(&node.ident, $kind);
            visit::$visit(self, node);
        })*
    };
}

impl<'ast> Visit<'ast> for Listing {
    listed!(
        visit_item_struct ItemStruct "struct", visit_item_union ItemUnion "struct", visit_item_enum ItemEnum "enum",
        visit_item_trait ItemTrait "interface", visit_item_mod ItemMod "module", visit_item_type ItemType "typedef",
        visit_trait_item_type TraitItemType "typedef", visit_impl_item_type ImplItemType "typedef",
        visit_item_const ItemConst "constant", visit_item_static ItemStatic "constant",
        visit_foreign_item_type ForeignItemType "typedef"
    );

    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        self.add_function(&node.sig.ident, "function", Some(&node.block));
    }

    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        self.add_function(&node.sig.ident, "method", Some(&node.block));
    }

    fn visit_trait_item_fn(&mut self, node: &'ast syn::TraitItemFn) {
        self.add_function(&node.sig.ident, "method", node.default.as_ref());
    }

    fn visit_foreign_item_fn(&mut self, node: &'ast syn::ForeignItemFn) {
        self.add_function(&node.sig.ident, "function", None);
    }

    fn visit_item_macro(&mut self, node: &'ast syn::ItemMacro) {
        if let Some(name) = &node.ident {
            self.add(name, "macro");
        }
        self.visit_macro(&node.mac);
    }

    /// Items that stand alone or behind a head, as in `cfg_if! { if … { items } }`: every group is tried.
    fn visit_macro(&mut self, node: &'ast Macro) {
        self.read_tokens(node.tokens.clone());
    }
}

impl Listing {
    fn read_tokens(&mut self, tokens: proc_macro2::TokenStream) {
        if let Ok(file) = syn::parse2::<syn::File>(tokens.clone()) {
            let mut inner = Listing { found: Vec::new(), functions: self.functions };
            inner.visit_file(&file);
            self.found.append(&mut inner.found);
            return;
        }
        for token in tokens {
            if let proc_macro2::TokenTree::Group(group) = token {
                self.read_tokens(group.stream());
            }
        }
    }
}

/// `None` for a file that syn cannot read.
pub fn symbols_of(text: &str) -> Option<Vec<Symbol>> {
    let file = syn::parse_file(text).ok()?;
    let mut listing = Listing::default();
    listing.visit_file(&file);
    Some(listing.found)
}
