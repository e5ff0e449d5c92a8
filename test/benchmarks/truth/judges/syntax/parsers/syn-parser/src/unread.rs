//! Finds what syn takes without reading it: syntax of nightly compilers (`builtin #`, `become`, `box` patterns), and what only
//! a macro may be given. Of such a text syn does not say whether a compiler takes it.
use syn::visit::{self, Visit};

#[derive(Default)]
struct Unread {
    found: bool,
}

impl<'ast> Visit<'ast> for Unread {
    fn visit_expr(&mut self, node: &'ast syn::Expr) {
        self.found |= matches!(node, syn::Expr::Verbatim(_));
        visit::visit_expr(self, node);
    }
    fn visit_foreign_item(&mut self, node: &'ast syn::ForeignItem) {
        self.found |= matches!(node, syn::ForeignItem::Verbatim(_));
        visit::visit_foreign_item(self, node);
    }
    fn visit_impl_item(&mut self, node: &'ast syn::ImplItem) {
        self.found |= matches!(node, syn::ImplItem::Verbatim(_));
        visit::visit_impl_item(self, node);
    }
    fn visit_item(&mut self, node: &'ast syn::Item) {
        self.found |= matches!(node, syn::Item::Verbatim(_));
        visit::visit_item(self, node);
    }
    fn visit_pat(&mut self, node: &'ast syn::Pat) {
        self.found |= matches!(node, syn::Pat::Verbatim(_));
        visit::visit_pat(self, node);
    }
    fn visit_trait_item(&mut self, node: &'ast syn::TraitItem) {
        self.found |= matches!(node, syn::TraitItem::Verbatim(_));
        visit::visit_trait_item(self, node);
    }
    fn visit_type(&mut self, node: &'ast syn::Type) {
        self.found |= matches!(node, syn::Type::Verbatim(_));
        visit::visit_type(self, node);
    }
    fn visit_type_param_bound(&mut self, node: &'ast syn::TypeParamBound) {
        self.found |= matches!(node, syn::TypeParamBound::Verbatim(_));
        visit::visit_type_param_bound(self, node);
    }
}

pub fn has_unread(file: &syn::File) -> bool {
    let mut unread = Unread::default();
    unread.visit_file(file);
    unread.found
}
