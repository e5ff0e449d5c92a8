// How one JavaScript or TypeScript file writes the path of another: as it writes others, with or without extension, relative or by a
// mapping of tsconfig.json or a package's name.
import { folderOf, joined, type Lookup } from "../../linking/lookup.ts";
import type { WantedPath } from "../contract/import-syntax.ts";
import { ecmascript } from "./modules.ts";

const EXTENSION = /\.(?:d\.)?[cm]?[jt]sx?$/;
/** Written in full whatever the style of other paths. */
const OTHER_KIND = /\.(?:json|css|scss|sass|less|svg|png|vue|svelte|html|graphql|wasm)(?:\?.*)?$/;
const RELATIVE = /^\.{1,2}(?:\/|$)/;

/** Null where no way of writing it leads to the file. */
export function modulePath({ from, to, like, samples }: WantedPath, lookup: Lookup): string | null {
  const leads = (specifier: string): boolean => ecmascript.resolve(specifier, from, lookup)[0] === to;
  const isMapped = like !== null && !RELATIVE.test(like.module);
  const mapped = isMapped ? likeMapped(like, to) : [];
  const written = [
    ...mapped,
    ...(isMapped && isOfOtherPackage(like, from, lookup)
      ? []
      : relative(from, to, like === null ? samples : [like.module, ...samples])),
  ];
  return written.find(leads) ?? null;
}

/** Whether what the specifier leads to is in another package than the file: a relative path there is no import of that package. */
function isOfOtherPackage({ path }: { readonly path: string }, from: string, lookup: Lookup): boolean {
  const packageOf = (file: string): string => {
    let folder = folderOf(file);
    while (folder !== "" && !lookup.exists(`${folder}/package.json`)) {
      folder = folderOf(folder);
    }
    return folder;
  };
  return packageOf(path) !== packageOf(from);
}

/** `@/store/order` of `src/store/order.ts`: for `src/cart.ts`, `@/cart`. */
function likeMapped({ module, path }: { readonly module: string; readonly path: string }, to: string): string[] {
  const bare = path.replace(EXTENSION, "").split("/");
  const written = module.replace(EXTENSION, "").split("/");
  if (bare.at(-1) === "index" && written.at(-1) !== "index") {
    bare.pop();
  }
  let shared = 0;
  while (shared < Math.min(bare.length, written.length) && bare.at(-1 - shared) === written.at(-1 - shared)) {
    shared += 1;
  }
  if (shared === 0) {
    return [];
  }
  const base = bare.slice(0, bare.length - shared).join("/");
  const prefix = written.slice(0, written.length - shared).join("/");
  const rest = base === "" ? to : to.startsWith(`${base}/`) ? to.slice(base.length + 1) : null;
  return rest === null ? [] : forms(`${prefix}/${rest}`, [module]);
}

/** A relative path that leads to the same place from another file; any other specifier as it is. */
export function rebased(module: string, from: string, to: string): string {
  const path = RELATIVE.test(module) ? joined(folderOf(from), module) : null;
  return path === null ? module : relativePath(to, path);
}

const relative = (from: string, to: string, samples: readonly string[]): string[] =>
  forms(
    relativePath(from, to),
    samples.filter((sample) => RELATIVE.test(sample) && !OTHER_KIND.test(sample)),
  );

/** `../a/b.ts`, `./b.ts`. */
function relativePath(from: string, to: string): string {
  const [here, there] = [folderOf(from).split("/"), to.split("/")];
  const start = here[0] === "" ? [] : here;
  let shared = 0;
  while (shared < start.length && shared < there.length - 1 && start[shared] === there[shared]) {
    shared += 1;
  }
  const up = start.length - shared;
  const path = [...Array<string>(up).fill(".."), ...there.slice(shared)].join("/");
  return up === 0 ? `./${path}` : path;
}

const COMPILED: Readonly<Record<string, string>> = { ".ts": ".js", ".tsx": ".js", ".mts": ".mjs", ".cts": ".cjs" };

/** The path as it may be written, the way of the samples first. */
function forms(path: string, samples: readonly string[]): string[] {
  const extension = EXTENSION.exec(path)?.[0] ?? "";
  const bare = path.slice(0, path.length - extension.length);
  const compiled = bare + (COMPILED[extension] ?? extension);
  const jsx = samples.some((sample) => sample.endsWith(".jsx")) && extension === ".tsx" ? [`${bare}.jsx`] : [];
  const folder = bare.endsWith("/index") && !bare.endsWith("./index") ? [bare.slice(0, -"/index".length)] : [];
  const withIndex = samples.some((sample) => /\/index(?:\.|$)/.test(sample));
  const short = withIndex ? [bare, ...folder] : [...folder, bare];
  const [written] = samples;
  if (written === undefined || !EXTENSION.test(written)) {
    return samples.length === 0 && /^\.[cm]/.test(extension) ? [compiled, path, ...short] : [...short, compiled, path];
  }
  return /\.[cm]?tsx?$/.test(written) ? [path, compiled, ...short] : [...jsx, compiled, path, ...short];
}
