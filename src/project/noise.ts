// What is excluded by its name alone: lock files, minified bundles, binary formats, generated code, vendored folders. A name
// that sources also use (lib, build, out, env, target) is never enough: such a folder needs a sign beside or inside it, since
// excluding real source is the worse error. Reads no contents.
import type { Exclusion } from "./corpus.ts";

const LOCK_FILES = new Set(
  `package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock Cargo.lock poetry.lock
  Pipfile.lock uv.lock pdm.lock pixi.lock conda-lock.yml composer.lock symfony.lock Gemfile.lock gems.locked go.sum
  go.work.sum mix.lock rebar.lock pubspec.lock Podfile.lock Package.resolved Cartfile.resolved flake.lock
  packages.lock.json paket.lock gradle.lockfile buildscript-gradle.lockfile conan.lock shard.lock stack.yaml.lock
  cabal.project.freeze Chart.lock MODULE.bazel.lock .terraform.lock.hcl buf.lock vcpkg-lock.json`.split(/\s+/),
);

const MINIFIED = /[.-]min\.(?:js|mjs|cjs|css|html|svg|json)$|\.(?:js|mjs|cjs|css)\.map$/i;

const GENERATED =
  /\.(?:pb\.(?:go|cc|h)|pb\.gw\.go|pbobjc\.[hm]|g\.dart|freezed\.dart|designer\.cs|g\.cs|g\.i\.cs)$|_pb2(?:_grpc)?\.pyi?$|_pb\.(?:js|d\.ts)$/i;

/** Formats whose content is never text; anything else is judged by its content. */
const BINARY_EXTENSIONS = new Set(
  `png jpg jpeg gif webp avif bmp ico icns tif tiff heic psd sketch fig xcf blend glb fbx mp3 mp4 m4a m4v mov avi
  mkv webm ogg oga ogv wav flac aac woff woff2 ttf otf eot zip gz tgz bz2 tbz xz txz zst lz4 br 7z rar tar jar war ear
  aar whl egg gem nupkg deb rpm apk aab ipa dmg iso pkg msi cab exe dll so dylib lib a o obj pdb class pyc pyo pyd
  beam node wasm pdf doc docx xls xlsx ppt pptx odt ods odp epub mobi sqlite sqlite3 db mdb npy npz pkl pickle
  parquet avro orc arrow feather onnx pt pth ckpt safetensors gguf tflite h5 hdf5 swf fla dex keystore
  crx xpi pyz lockb tsbuildinfo`.split(/\s+/),
);

/** Folders that are vendored or derived wherever they stand. */
const VENDORED_FOLDERS = new Set(
  `node_modules bower_components jspm_packages web_modules third_party third-party thirdparty 3rdparty site-packages
  __pycache__ .venv .virtualenv .tox .nox .eggs .mypy_cache .pytest_cache .ruff_cache .gradle .m2 .bundle .dart_tool
  .next .nuxt .svelte-kit .angular .parcel-cache .turbo .yarn .pnpm-store .terraform .serverless .stack-work .elixir_ls
  elm-stuff DerivedData .build .cxx .cargo-cache .nyc_output .ccls-cache .clangd`.split(/\s+/),
);

/** Folders that are vendored or derived where one of these files is beside them. */
const VENDORED_BESIDE = new Map<string, readonly string[]>([
  ["vendor", ["go.mod", "composer.json", "Gemfile", "Cargo.toml", "package.json", ".git", "glide.yaml", "Makefile"]],
  ["Pods", ["Podfile"]],
  ["Carthage", ["Cartfile"]],
  ["deps", ["mix.exs", "rebar.config"]],
  ["_build", ["mix.exs", "rebar.config", "dune-project"]],
  ["dist", ["package.json", "pyproject.toml", "setup.py"]],
  ["dist-newstyle", ["cabal.project"]],
  ["zig-out", ["build.zig"]],
  ["zig-cache", ["build.zig"]],
  [".zig-cache", ["build.zig"]],
]);

/** A folder with one of these is a Python environment, or a cache that declares itself (bford.info/cachedir). */
const VENDORED_INSIDE = ["pyvenv.cfg", "CACHEDIR.TAG"];

/** The noise class that a file's name puts it in. */
export function noiseOfFile(name: string): Exclusion | null {
  if (LOCK_FILES.has(name)) return "lock";
  if (MINIFIED.test(name)) return "minified";
  if (GENERATED.test(name)) return "generated";
  const dot = name.lastIndexOf(".");
  return dot > 0 && BINARY_EXTENSIONS.has(name.slice(dot + 1).toLowerCase()) ? "binary" : null;
}

/** Whether a folder is vendored by its name and its siblings. */
export function isVendoredFolder(name: string, siblings: ReadonlySet<string>): boolean {
  if (VENDORED_FOLDERS.has(name)) return true;
  return VENDORED_BESIDE.get(name)?.some((sibling) => siblings.has(sibling)) ?? false;
}

/** Whether a folder is vendored by its entries. */
export function isVendoredInside(names: ReadonlySet<string>): boolean {
  return VENDORED_INSIDE.some((name) => names.has(name));
}
