// What is excluded by its name alone: lock files, minified and generated files, binary formats, vendored folders, and the files of
// personal tooling (what people tell their assistants and editors). Languages give the names of their tools; those of no language are here. A name that sources also use (lib, build, out, env,
// target) is never enough. Reads no contents.

import type { Exclusion } from "../vocabulary/exclusion.ts";
import type { FileNames } from "../vocabulary/file-names.ts";

const COMMON: FileNames = {
  lockFiles: "Chart.lock MODULE.bazel.lock shard.lock",
  binaryExtensions: `png jpg jpeg gif webp avif bmp ico icns tif tiff heic psd sketch fig xcf blend glb fbx mp3 mp4 m4a m4v mov avi
    mkv webm ogg oga ogv wav flac aac woff woff2 ttf otf eot zip gz tgz bz2 tbz xz txz zst lz4 br 7z rar tar deb rpm apk aab ipa
    dmg iso pkg msi cab exe dll so dylib lib a o obj pdb wasm pdf doc docx xls xlsx ppt pptx odt ods odp epub mobi sqlite sqlite3
    db mdb parquet avro orc arrow feather onnx pt pth ckpt safetensors gguf tflite h5 hdf5 swf fla dex keystore crx xpi`,
  vendoredFolders: "third_party third-party thirdparty 3rdparty .serverless",
  vendoredBeside: { vendor: ".git Makefile" },
  // A cache that declares itself (bford.info/cachedir).
  vendoredInside: "CACHEDIR.TAG",
};

/**
 * Folders and files by which people configure their assistants and editors. A client has its assistant's rules in its context already,
 * so a search that found them would tell it what it knows. Not among them: what builds need (`.editorconfig`, `.devcontainer`).
 */
const TOOLING_FOLDERS = new Set(
  `.aider .amazonq .augment .claude .claude-plugin .cline .clinerules .codex .continue .cursor .fleet .gemini .idea .junie .kilocode
  .kimi .kiro .nova .opencode .qodo .qwen .roo .trae .vs .vscode .windsurf .zed`.split(/\s+/),
);
const TOOLING_FILES = new Set(
  `AGENTS.md AGENTS.override.md CLAUDE.md CLAUDE.local.md GEMINI.md QWEN.md copilot-instructions.md .aider.conf.yml .aiderignore
  .clinerules .cursorignore .cursorindexingignore .cursorrules .geminiignore .goosehints .mcp.json .roomodes .roorules .windsurfrules`.split(
    /\s+/,
  ),
);
const TOOLING_ENDS = /\.(?:instructions\.md|code-workspace|iml|sublime-project|sublime-workspace)$/;
/** What Emacs writes beside a file that is edited, and many editors as a backup: a copy, in which each symbol would stand twice. */
const EDITORS_COPY = /^#.+#$|^\.#|~$/;

export interface Noise {
  /** The class that a file's name puts it in. */
  ofFile(name: string): Exclusion | null;
  /** Whether a folder is one of personal tooling. */
  isTooling(name: string): boolean;
  /** Whether a folder is vendored by its name and its siblings. */
  isVendored(name: string, siblings: ReadonlySet<string>): boolean;
  /** Whether a folder is vendored by its entries. */
  isVendoredInside(entries: ReadonlySet<string>): boolean;
  /** Whether a path is that of code, by its extension. */
  isCode(path: string): boolean;
}

const words = (text = ""): string[] => text.split(/\s+/).filter((word) => word !== "");

const extensionOf = (name: string): string => name.slice(name.lastIndexOf(".") + 1).toLowerCase();

export function openNoise(languages: readonly FileNames[]): Noise {
  const all = [COMMON, ...languages];
  type List = Exclude<keyof FileNames, "vendoredBeside">;
  const setOf = (list: List) => new Set(all.flatMap((names) => words(names[list])));
  const endsIn = (list: List) =>
    new RegExp(`(?:${[...setOf(list)].map((end) => end.replaceAll(".", "\\.")).join("|") || "(?!)"})$`, "i");
  const [locks, binary, code] = [setOf("lockFiles"), setOf("binaryExtensions"), setOf("codeExtensions")];
  const [minified, generated] = [endsIn("minifiedEnds"), endsIn("generatedEnds")];
  const [vendored, inside] = [setOf("vendoredFolders"), [...setOf("vendoredInside")]];
  const besides = all.flatMap(({ vendoredBeside = {} }) => Object.entries(vendoredBeside));
  return {
    ofFile(name) {
      if (locks.has(name)) return "lock";
      if (minified.test(name)) return "minified";
      if (generated.test(name)) return "generated";
      if (TOOLING_FILES.has(name) || TOOLING_ENDS.test(name) || EDITORS_COPY.test(name)) return "tooling";
      return name.lastIndexOf(".") > 0 && binary.has(extensionOf(name)) ? "binary" : null;
    },
    isTooling: (name) => TOOLING_FOLDERS.has(name),
    isVendored: (name, siblings) =>
      vendored.has(name) ||
      besides.some(([folder, files]) => folder === name && words(files).some((file) => siblings.has(file))),
    isVendoredInside: (entries) => inside.some((name) => entries.has(name)),
    isCode: (path) => path.includes(".") && code.has(extensionOf(path)),
  };
}
