// The parameters of a template or of a lambda that is one.
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { readDeclarator } from "./declarators.ts";
import type { Walk } from "./state.ts";

/** Their names; what they have to fit and what they stand for without an argument is visited. */
export function templateParameters(list: NodeAt, walk: Walk): string[] {
  const { tree } = walk;
  const names = tree.children(list).map((one) => {
    walk.visit(tree.field(one, "default_type"));
    if (/parameter_declaration$/.test(tree.type(one)) && tree.field(one, "type") !== NO_NODE) {
      walk.visit(tree.field(one, "type"));
      walk.visit(tree.field(one, "default_value"));
      return tree.text(readDeclarator(tree.field(one, "declarator"), walk).name);
    }
    return tree.text(nameIn(one, walk));
  });
  return names.filter((name) => name !== "");
}

/** `T` of `class T`, `typename... T`, `template <class> class T`; NO_NODE where there is only a default. */
function nameIn(parameter: NodeAt, { tree }: Walk): NodeAt {
  let at = parameter;
  while (/^\w*type_parameter_declaration$|^template_template/.test(tree.type(at))) {
    const named = tree.field(at, "name");
    const last = tree.children(at).at(-1) ?? NO_NODE;
    at = named !== NO_NODE ? named : tree.fieldOf(last) === "default_type" ? NO_NODE : last;
  }
  return at;
}
