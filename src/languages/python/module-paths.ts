// How one Python file writes the module of another: relative or absolute, as the file writes others.
import { folderOf, joined, type Lookup, nameOfPath } from "../../linking/lookup.ts";
import type { WantedPath } from "../contract/import-syntax.ts";
import { python } from "./modules.ts";

const INIT = /^__init__\.pyi?$/;

/** Null where no way of writing it leads to the file. */
export function modulePath({ from, to, like, samples }: WantedPath, lookup: Lookup): string | null {
  const own = samples.find((sample) => python.resolve(sample, from, lookup).length > 0);
  const isRelative = (like?.module ?? own ?? "").startsWith(".");
  const relative = relativeTo(from, partsOf(to));
  const absolute = [...(like === null ? [] : likeOther(like, to)), ...absoluteOf(to, lookup)];
  const written = isRelative ? [relative, ...absolute] : [...absolute, ...(like === null ? [relative] : [])];
  const leads = (module: string): boolean => python.resolve(module, from, lookup)[0] === to;
  return written.find((module) => module !== "" && leads(module)) ?? null;
}

/** The module's names from the project's root; a package has its folder's. */
function partsOf(path: string): string[] {
  const folder = folderOf(path) === "" ? [] : folderOf(path).split("/");
  const name = nameOfPath(path);
  return INIT.test(name) ? folder : [...folder, name.replace(/\.pyi?$/, "")];
}

/** `..a.b`; a dot for the folder of the file, one more for each above it. */
function relativeTo(from: string, parts: readonly string[]): string {
  const here = folderOf(from) === "" ? [] : folderOf(from).split("/");
  let shared = 0;
  while (shared < here.length && shared < parts.length && here[shared] === parts[shared]) {
    shared += 1;
  }
  return ".".repeat(here.length - shared + 1) + parts.slice(shared).join(".");
}

/** From the folder above its outermost package, else from any folder above it. */
function absoluteOf(to: string, { exists }: Lookup): string[] {
  const parts = partsOf(to);
  let folder = folderOf(to);
  let depth = folder === "" ? 0 : folder.split("/").length;
  while (folder !== "" && exists(`${folder}/__init__.py`)) {
    folder = folderOf(folder);
    depth -= 1;
  }
  return [parts.slice(depth), parts, parts.slice(1)].map((names) => names.join("."));
}

/** `shop.store` of `src/shop/store.py`: for `src/shop/cart.py`, `shop.cart`. */
function likeOther({ module, path }: { readonly module: string; readonly path: string }, to: string): string[] {
  const [bare, written] = [partsOf(path), module.split(".")];
  if (module.startsWith(".") || bare.slice(-written.length).join(".") !== module) {
    return [];
  }
  const root = bare.slice(0, bare.length - written.length);
  const parts = partsOf(to);
  return root.every((part, at) => parts[at] === part) ? [parts.slice(root.length).join(".")] : [];
}

/** A relative module that leads to the same place from another file; any other as it is. */
export function rebased(module: string, from: string, to: string): string {
  const [, dots = "", rest = ""] = /^(\.*)(.*)$/.exec(module) ?? [];
  const folder = dots === "" ? null : joined(folderOf(from), "../".repeat(dots.length - 1));
  return folder === null
    ? module
    : relativeTo(to, [...(folder === "" ? [] : folder.split("/")), ...(rest === "" ? [] : rest.split("."))]);
}
