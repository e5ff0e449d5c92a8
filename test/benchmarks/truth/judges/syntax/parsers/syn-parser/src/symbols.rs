//! The definitions of a file, those included that a macro is given, where its tokens are items.
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Ident, Macro};

/// Name, 1-based line, kind, whether a function's body is around, first and last line; attributes belong to it, comments do not.
pub type Symbol = (String, usize, &'static str, bool, usize, usize);

#[derive(Default)]
struct Listing {
    found: Vec<Symbol>,
    functions: usize,
}

impl Listing {
    /// `from`: where it begins but for its attributes, `whole`: what it ends with.
    fn add(&mut self, name: &Ident, kind: &'static str, attributes: &[Attribute], from: usize, whole: &impl Spanned) {
        let written = attributes.iter().filter(|one| !one.path().is_ident("doc")).map(|one| one.span().start().line);
        let first = written.fold(from, usize::min);
        let line = name.span().start().line;
        self.found.push((name.to_string(), line, kind, self.functions > 0, first, whole.span().end().line));
    }

    fn inside_function(&mut self, body: Option<&syn::Block>) {
        self.functions += 1;
        if let Some(body) = body {
            self.visit_block(body);
        }
        self.functions -= 1;
    }
}

/// The first line of what follows the attributes.
fn first_line(node: &impl quote::ToTokens, attributes: &[Attribute]) -> usize {
    let before: usize = attributes.iter().map(|one| quote::ToTokens::to_token_stream(one).into_iter().count()).sum();
    node.to_token_stream().into_iter().nth(before).map_or(0, |token| token.span().start().line)
}

/// Adds a definition, then what stands inside of it.
macro_rules! listed {
    ($($visit:ident $node:ident $kind:literal),*) => {
        $(fn $visit(&mut self, node: &'ast syn::$node) {
            let bare = first_line(node, &node.attrs);
            self.add(&node.ident, $kind, &node.attrs, bare, node);
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
        visit_foreign_item_type ForeignItemType "typedef", visit_foreign_item_static ForeignItemStatic "constant",
        visit_trait_item_const TraitItemConst "constant", visit_impl_item_const ImplItemConst "constant"
    );

    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        self.add(&node.sig.ident, "function", &node.attrs, first_line(node, &node.attrs), node);
        self.inside_function(Some(&node.block));
    }

    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        self.add(&node.sig.ident, "method", &node.attrs, first_line(node, &node.attrs), node);
        self.inside_function(Some(&node.block));
    }

    fn visit_trait_item_fn(&mut self, node: &'ast syn::TraitItemFn) {
        self.add(&node.sig.ident, "method", &node.attrs, first_line(node, &node.attrs), node);
        self.inside_function(node.default.as_ref());
    }

    fn visit_foreign_item_fn(&mut self, node: &'ast syn::ForeignItemFn) {
        self.add(&node.sig.ident, "function", &node.attrs, first_line(node, &node.attrs), node);
        self.inside_function(None);
    }

    fn visit_item_macro(&mut self, node: &'ast syn::ItemMacro) {
        if let Some(name) = &node.ident {
            self.add(name, "macro", &node.attrs, first_line(node, &node.attrs), node);
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

/// `None` for a file that syn cannot read all of.
pub fn symbols_of(text: &str) -> Option<Vec<Symbol>> {
    let file = syn::parse_file(text).ok()?;
    if crate::unread::has_unread(&file) {
        return None;
    }
    let mut listing = Listing::default();
    listing.visit_file(&file);
    Some(listing.found)
}
