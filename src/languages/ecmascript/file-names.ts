// Names that package managers, bundlers and frameworks of JavaScript give.
import type { FileNames } from "../../vocabulary/file-names.ts";
import type { SideFiles } from "../contract/side-files.ts";

export const ecmascriptFiles: FileNames = {
  rootMarkers: "package.json deno.json{,c}",
  lockFiles: "package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock",
  generatedEnds: "_pb.js _pb.d.ts .pnp.cjs .pnp.js .pnp.loader.mjs",
  minifiedEnds: ".min.js -min.js .min.mjs -min.mjs .min.cjs -min.cjs .js.map .mjs.map .cjs.map",
  binaryExtensions: "node lockb tsbuildinfo",
  codeExtensions: "js jsx mjs cjs ts tsx mts cts",
  vendoredFolders:
    "node_modules bower_components jspm_packages web_modules .next .nuxt .svelte-kit .angular .parcel-cache .turbo .yarn .pnpm-store .nyc_output",
  vendoredBeside: { vendor: "package.json", dist: "package.json" },
};

/** A file of declarations alone. */
export const DECLARATION = /\.d\.[cm]?ts$/;

export const ecmascriptSideFiles: SideFiles = {
  vendored: /\/(?:node_modules|bower_components)\//,
  test: /\/__tests__\/|\/tests?\.[cm]?[jt]sx?$/,
  fixture: /\/(?:__fixtures__|__mocks__|__snapshots__)\/|\.snap$/,
  generated: /\.(?:min|bundle)\.js$|\/(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml)$/,
  declaration: DECLARATION,
  config: /\.config\.[cm]?[jt]s$/,
};
