// The parameters of a template or of a lambda that is one.
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { readDeclarator } from "./declarators.ts";
import type { Walk } from "./state.ts";

/** Their names; what they have to fit and what they stand for without an argument is visited. */
export function templateParameters(list: NodeAt, walk: Walk): string[] {
  const names = walk.children(list).map((one) => {
    walk.visit(walk.field(one, "default_type"));
    if (/parameter_declaration$/.test(walk.type(one)) && walk.field(one, "type") !== NO_NODE) {
      walk.visit(walk.field(one, "type"));
      walk.visit(walk.field(one, "default_value"));
      return walk.text(readDeclarator(walk.field(one, "declarator"), walk).name);
    }
    return walk.text(nameIn(one, walk));
  });
  return names.filter((name) => name !== "");
}

/** `T` of `class T`, `typename... T`, `template <class> class T`; NO_NODE where there is only a default. */
function nameIn(parameter: NodeAt, walk: Walk): NodeAt {
  let at = parameter;
  while (/^\w*type_parameter_declaration$|^template_template/.test(walk.type(at))) {
    const named = walk.field(at, "name");
    const last = walk.children(at).at(-1) ?? NO_NODE;
    at = named !== NO_NODE ? named : walk.fieldOf(last) === "default_type" ? NO_NODE : last;
  }
  return at;
}
