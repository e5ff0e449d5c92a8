// What a language server would rename, as lines of JSON that judge.ts reads: what the judges gopls, pyright, clangd and
// rust-analyzer share.
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startLanguageServer } from "../authorities/lsp-client.mjs";

/** The question: {root, files, tools, asks: [{path, offset, newName, ours}]}; files are all that the project has. */
export const readTask = () => JSON.parse(readFileSync(0, "utf8"));

/**
 * Answers all questions of the task on stdout.
 *
 * `isReady(method, params)`: whether this notification says that the server has read the project; without it, it is asked at once.
 * `isLeftOut(text, offset)`: places that the server renames and that are no references, as those in comments.
 * `unread`: files that the server passes over unless they are opened. What is renamed there is wrong only where the server, asked
 * for that place, says that it means something else.
 * `hasImplicit`: of a language whose types implement interfaces without saying so, and whose server renames only implementations
 * that it sees assigned. What is renamed in others, by the server's own list of implementations, is counted apart.
 * `openRelations({ textOf, definitionsAt })`: of a server that renames one definition of several that have to keep one name; gives
 * a function that says whether two places declare members of related types. Then the renames of all of them are due.
 */
export async function answerByServer(
  { root, files, asks },
  {
    command,
    args,
    env = {},
    languageOf,
    isReady,
    initializationOptions,
    isLeftOut = () => false,
    unread = [],
    hasImplicit = false,
    openRelations,
  },
) {
  const inProject = new Set(files);
  const isPassedOver = new Set(unread);
  const uriOf = (path) => pathToFileURL(join(root, path)).href;
  const pathOf = (uri) => relative(root, fileURLToPath(uri));
  let setReady = () => {};
  const ready = new Promise((resolve) => {
    setReady = resolve;
  });
  const hear = (method, params) => (isReady?.(method, params) === true ? setReady() : undefined);
  const server = startLanguageServer(command, args, { cwd: root, env: { ...process.env, ...env } }, { hear });

  const texts = new Map();
  function textOf(path) {
    const known = texts.get(path) ?? readFileSync(join(root, path), "utf8");
    texts.set(path, known);
    return known;
  }

  function positionOf(path, offset) {
    const before = textOf(path).slice(0, offset);
    return { line: before.split("\n").length - 1, character: offset - before.lastIndexOf("\n") - 1 };
  }

  function offsetOf(path, { line, character }) {
    let start = 0;
    for (let at = 0; at < line; at += 1) {
      start = textOf(path).indexOf("\n", start) + 1;
    }
    return start + character;
  }

  const opened = new Set();
  function open(path) {
    if (!opened.has(path)) {
      opened.add(path);
      const document = { uri: uriOf(path), languageId: languageOf(path), version: 1, text: textOf(path) };
      server.notify("textDocument/didOpen", { textDocument: document });
    }
  }

  async function placesRenamed(path, offset, newName) {
    open(path);
    const answer = await server.request("textDocument/rename", {
      textDocument: { uri: uriOf(path) },
      position: positionOf(path, offset),
      newName,
    });
    const edits = [
      ...(answer?.documentChanges ?? []).map(({ textDocument, edits: own }) => [textDocument?.uri, own]),
      ...Object.entries(answer?.changes ?? {}),
    ].filter(([uri]) => uri !== undefined);
    return edits
      .flatMap(([uri, own]) => own.map(({ range }) => [pathOf(uri), offsetOf(pathOf(uri), range.start)]))
      .filter(([file, at]) => inProject.has(file) && !isLeftOut(textOf(file), at));
  }

  /** Where what stands there is declared, in the project and elsewhere; empty where the server does not know it. */
  const definitionsAt = (place) => placesAt("textDocument/definition", place);

  async function placesAt(method, [path, offset]) {
    open(path);
    const position = { textDocument: { uri: uriOf(path) }, position: positionOf(path, offset) };
    const found = await server.request(method, position);
    return (Array.isArray(found) ? found : [found ?? []].flat()).map((one) => {
      const file = pathOf(one.uri ?? one.targetUri);
      const { start } = one.range ?? one.targetSelectionRange;
      return [file, inProject.has(file) ? offsetOf(file, start) : 0];
    });
  }

  const areRelated = openRelations?.({ textOf, definitionsAt, inProject });

  /** What is renamed with each definition of ours that is related to those renamed already. */
  async function withRelated(due, { path, offset, newName, ours }) {
    const places = new Map(due.map((place) => [String(place), place]));
    for (const place of ours) {
      if (places.has(String(place))) {
        continue;
      }
      const declared = await definitionsAt(place);
      const isDeclaration = declared.some((one) => String(one) === String(place));
      if (isDeclaration && (await areRelated([path, offset], place))) {
        for (const one of await placesRenamed(...place, newName)) {
          places.set(String(one), one);
        }
      }
    }
    return [...places.values()];
  }

  async function dueOf(ask) {
    try {
      const due = await placesRenamed(ask.path, ask.offset, ask.newName);
      return { due: areRelated === undefined ? due : await withRelated(due, ask) };
    } catch (error) {
      return { refused: error.message };
    }
  }

  /** The methods that implement what is declared there or that it implements, and those that do so with one of them; as keys. */
  async function implementationsOf(place) {
    const found = new Map();
    for (const one of await placesAt("textDocument/implementation", place).catch(() => [])) {
      found.set(String(one), one);
    }
    for (const one of [...found.values()].filter(([file]) => inProject.has(file))) {
      for (const other of await placesAt("textDocument/implementation", one).catch(() => [])) {
        found.set(String(other), other);
      }
    }
    return new Set(found.keys());
  }

  /** What it says of the places that are ours alone, also of those in files that it reads only once they are opened. */
  async function verdictOn({ path, offset, ours }, { due, refused }) {
    if (due === undefined || due.length === 0) {
      return { refused: refused ?? "nothing to rename" };
    }
    const keys = new Set(due.map(String));
    const verdict = { due, allowed: [...due], unread: [], unknown: [], implementing: [] };
    const more = ours.filter((one) => !keys.has(String(one)));
    const implementing = hasImplicit && more.length > 0 ? await implementationsOf([path, offset]) : new Set();
    for (const place of more) {
      const declared = await definitionsAt(place);
      const isMeant = declared.length > 0 && declared.every((one) => keys.has(String(one)));
      if (isPassedOver.has(place[0]) && (declared.length === 0 || isMeant)) {
        verdict.unread.push(place);
      } else if (declared.length === 0) {
        verdict.unknown.push(place);
      } else if (isMeant) {
        // By its own word it means what is renamed, as behind clangd's `using leveldb::DB`.
        verdict.allowed.push(place);
      } else if (declared.every((one) => keys.has(String(one)) || implementing.has(String(one)))) {
        verdict.implementing.push(place);
      }
    }
    return verdict;
  }

  await server.request("initialize", {
    processId: process.pid,
    rootUri: pathToFileURL(root).href,
    workspaceFolders: [{ uri: pathToFileURL(root).href, name: "project" }],
    initializationOptions,
    capabilities: {
      general: { positionEncodings: ["utf-16"] },
      workspace: { workspaceEdit: { documentChanges: true } },
      window: { workDoneProgress: true },
      experimental: { serverStatusNotification: true },
    },
  });
  server.notify("initialized", {});
  if (isReady !== undefined) {
    const [first] = asks;
    if (first !== undefined) {
      open(first.path);
    }
    await ready;
  }
  // All renames first: files that are opened later for single places would add to them.
  const answers = [];
  for (const ask of asks) {
    answers.push(await dueOf(ask));
  }
  for (const [at, ask] of asks.entries()) {
    process.stdout.write(`${JSON.stringify(await verdictOn(ask, answers[at]))}\n`);
  }
  await server.request("shutdown", null);
  server.notify("exit", null);
  await server.ended;
}
