// The files of a new language's folder, by their path in it. `src`: from the folder to src/. Pure.

const camel = (name) => name.replace(/[-_](\w)/g, (_, letter) => letter.toUpperCase());
const title = (name) => name.charAt(0).toUpperCase() + name.slice(1);
const quoted = (names) => `[${names.map((name) => JSON.stringify(name)).join(", ")}]`;

/** A language with definitions alone. `grammar`: without `tree-sitter-`. */
export function unlinkedFolder({ name, extension, grammar, proposal, src = "../.." }) {
  const id = camel(name);
  const { definitions, leads, imports } = proposal;
  const rules = [...definitions].map(([type, { kind, child }]) =>
    child === null ? `    ${type}: { kind: "${kind}" },` : `    ${type}: { kind: "${kind}", name: named("${child}") },`,
  );
  const needed = [...(rules.some((rule) => rule.includes("named(")) ? ["named"] : [])];
  const imported = ["type LanguageProfile", ...needed].join(", ");
  return {
    "index.ts": `// ${title(name)}.
import { grammar } from "${src}/syntax/reader.ts";
import type { Language } from "${src === "../.." ? ".." : `${src}/languages`}/contract/language.ts";
import { ${id}Profile } from "./outline.ts";

export const ${id}: Language = {
  id: "${name}",
  extensions: ["${extension}"],
  reader: grammar("${grammar}", ${id}Profile),
};
`,
    "outline.ts": `// What ${title(name)} defines, by the node types of its grammar.
import { ${imported} } from "${src}/syntax/profile.ts";

export const ${id}Profile: LanguageProfile = {
  definitions: {
${rules.join("\n")}
  },
  leads: ${quoted(leads)},
${imports.length === 0 ? "" : `  imports: ${quoted(imports)},\n`}};
`.replace("import { type LanguageProfile }", "import type { LanguageProfile }"),
  };
}

/** What a linked language has besides; what its names lead to. */
export function linkedFolder({ name, extension, proposal, src = "../.." }) {
  const id = camel(name);
  const deep = src === "../.." ? "../../.." : src;
  const { definitions, identifiers } = proposal;
  const visitors = [...definitions].map(
    ([type, { kind, child }]) => `    ${type}: define("${kind}", ${JSON.stringify(child)}),`,
  );
  const reference =
    identifiers.length === 0
      ? ""
      : `/** A name by itself refers to what has it in an enclosing scope, or in a file that this one sees. */
const reference: Reading = (node, walk) => {
  const of = walk.name(walk.text(node));
  walk.reference(node, "read", of);
  return of;
};

`;
  return {
    "facts/reader.ts": `// How ${title(name)}'s facts are read: which node types define, import and refer to something.
import { defineFactsReader, type FactsReader, ${identifiers.length === 0 ? "" : "type Reading, "}type Visitor } from "${deep}/facts/read-facts.ts";
import { NO_NODE } from "${deep}/syntax/syntax-tree.ts";
import type { DefinitionFact } from "${deep}/vocabulary/facts.ts";
import { EXPORTED } from "${deep}/vocabulary/facts.ts";

const SCOPES: Readonly<Record<string, "class" | "function">> = { function: "function", method: "function" };

/** Defines the name of the node, which is its field \`name\` or its first child of a type, and reads what is inside. */
const define =
  (kind: DefinitionFact["kind"], child: string | null): Visitor =>
  (node, walk) => {
    const name = child === null ? walk.field(node, "name") : walk.childOfType(node, child);
    if (name === NO_NODE) {
      walk.visitChildren(node);
      return;
    }
    const [startLine, endLine] = [walk.line(node), walk.endLine(node)];
    const at = walk.define({ name: walk.text(name), nameLine: walk.line(name), startLine, endLine, kind, flags: EXPORTED });
    walk.within({ kind: SCOPES[kind] ?? "class", definition: at }, () => {
      for (const inside of walk.children(node)) {
        walk.visit(inside === name ? NO_NODE : inside);
      }
    });
  };

${reference}export const ${id}Facts: FactsReader = defineFactsReader({
  state: () => null,
  membersInScope: false,
  values: { ${identifiers.map((type) => `${type}: reference`).join(", ")} },
  visitors: {
${visitors.join("\n")}
  },
});
`,
    "modules.ts": `// Finds the files that an import of ${title(name)} names: by a path from the importing file.
import { folderOf, joined, type ModuleResolver, nameOfPath } from "${src}/linking/lookup.ts";

export const ${id}Modules: ModuleResolver = {
  resolve(specifier, from, lookup) {
    const file = specifier.endsWith("${extension}") ? specifier : \`\${specifier}${extension}\`;
    const path = joined(folderOf(from), file);
    return path !== null && lookup.exists(path) ? [path] : [];
  },
  stems: (path) => [nameOfPath(path).replace(/\\${extension}$/, "")],
};
`,
    "semantics.ts": `// How names of ${title(name)} lead to definitions. Whatever is not said here is as in most languages.
import { BASE_SEMANTICS } from "${src}/linking/base-semantics.ts";
import type { LanguageSemantics } from "${src}/linking/semantics.ts";
import { ${id}Modules } from "./modules.ts";

export const ${id}Semantics: LanguageSemantics = {
  ...BASE_SEMANTICS,
  modules: ${id}Modules,
};
`,
  };
}

/** The language's \`index.ts\` with its facts. */
export function withFacts(index, name) {
  const id = camel(name);
  return index
    .replace(/(import \{ \w+Profile \})/, `import { ${id}Facts } from "./facts/reader.ts";\n$1`)
    .replace(/\n\};\s*$/, `\n  facts: ${id}Facts,\n};\n`);
}

/** The table of semantics with this language's at its end. */
export function withSemantics(table, name) {
  const id = camel(name);
  return table
    .replace(/(import .*"\.\/swift\/semantics\.ts";\n)/, `$1import { ${id}Semantics } from "./${name}/semantics.ts";\n`)
    .replace(/( {2}\["swift", swiftSemantics\],\n)/, `$1  ["${name}", ${id}Semantics],\n`);
}

/** Whether the table of languages has one of this name. */
export const isListed = (registry, name) =>
  new RegExp(`const LANGUAGES[^\\]]*\\[\\][^\\]]*\\b${camel(name)}\\b`).test(registry);

/** The table of languages with this one at its end. */
export function withLanguage(registry, name) {
  const id = camel(name);
  return registry
    .replace(/(import .*"\.\/zig\/index\.ts";\n)/, `$1import { ${id} } from "./${name}/index.ts";\n`)
    .replace(/(export const LANGUAGES: readonly Language\[\] = \[)([^\]]*)\]/, `$1$2  ${id},\n]`);
}
