// Prints members of the objects of Node and of a browser's elements for ../library-members.mjs. Argument: TypeScript's lib.dom.d.ts,
// since Node has no elements.
import { readFileSync } from "node:fs";

const TYPES =
  `Object Function Array String Number Boolean RegExp Date Map Set WeakMap WeakSet Promise Symbol Error ArrayBuffer
DataView Uint8Array Int32Array Float64Array BigInt Proxy URL URLSearchParams AbortController AbortSignal EventTarget Event
TextEncoder TextDecoder Headers Request Response FormData Blob`.split(/\s+/);
const OBJECTS = "Math JSON Reflect Atomics Intl console process performance globalThis".split(" ");
const ELEMENTS =
  `Node Event EventTarget ParentNode ChildNode NonDocumentTypeChildNode NonElementParentNode AnimationFrameProvider
Element HTMLOrSVGElement ElementCSSInlineStyle HTMLElement DOMTokenList`.split(/\s+/);

const print = (line) => process.stdout.write(`${line}\n`);
print(`# Node ${process.version}, by reflection of ${[...TYPES, ...OBJECTS].join(" ")}`);
print(`# and TypeScript's lib.dom.d.ts: ${ELEMENTS.join(" ")}`);
const types = TYPES.flatMap((name) => [globalThis[name], globalThis[name].prototype ?? {}]);
for (const object of [...types, ...OBJECTS.map((name) => globalThis[name])]) {
  print(Object.getOwnPropertyNames(object).join("\n"));
}
const declarations = readFileSync(process.argv[2] ?? "", "utf8");
for (const [, name = "", body = ""] of declarations.matchAll(/^interface (\w+)[^{]*\{\n(.*?)^\}/gms)) {
  if (ELEMENTS.includes(name)) {
    print([...body.matchAll(/^ {4}(?:readonly |get |set )?(\w+)\??[(<:]/gm)].map(([, member]) => member).join("\n"));
  }
}
