// The licences of every package whose code, libraries or grammars the build puts into dist/, as one text.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL(".", import.meta.url));

/** Packages that are copied, not bundled. */
const COPIED = [
  "better-sqlite3",
  "hnswlib-node",
  "onnxruntime-node",
  "web-tree-sitter",
  "@cursorless/tree-sitter-wasms",
  "@vscode/tree-sitter-wasm",
];

/** MIT's own words, for packages that name the licence and do not bring its text. */
export const MIT_OF = (author) => `Copyright (c) ${author}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files
(the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify,
merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES
OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE
LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** The notice that the Apache License asks for, as MIT_OF. */
export const APACHE_OF = (author) => `Copyright ${author}

Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in compliance with the License.
You may obtain a copy of the License at http://www.apache.org/licenses/LICENSE-2.0

Unless required by applicable law or agreed to in writing, software distributed under the License is distributed on an "AS IS" BASIS,
WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied. See the License for the specific language governing permissions
and limitations under the License.`;

const WITHOUT_TEXT = {
  "@ai-sdk/provider-utils": APACHE_OF("Vercel, Inc., 2023"),
  "onnxruntime-common": MIT_OF("Microsoft Corporation"),
  "onnxruntime-node": MIT_OF("Microsoft Corporation"),
  "uri-templates":
    "Public domain, as its README says: anybody can modify or re-license it for any purpose, without restriction.",
};

function licenceOf(name) {
  const folder = `${root}node_modules/${name}`;
  const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|thirdpartynotices|copying)/i.test(file));
  const texts = files.map((file) => readFileSync(`${folder}/${file}`, "utf8").trim());
  if (texts.length === 0) {
    if (WITHOUT_TEXT[name] === undefined) {
      throw new Error(`${name} brings no licence text: add one to licences.config.mjs`);
    }
    texts.push(WITHOUT_TEXT[name]);
  }
  return [`${name} ${version} (${license ?? "see below"})`, ...texts].join("\n\n");
}

/** `inputs`: the paths that esbuild bundled, relative to the repository. */
export function licencesOf(inputs) {
  const bundled = inputs.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  const names = [...new Set([...COPIED, ...bundled])]
    .filter((name) => existsSync(`${root}node_modules/${name}`))
    .sort();
  const grammars = `${root}src/syntax/grammars/`;
  const carried = readdirSync(grammars)
    .filter((file) => file.endsWith(".LICENSE"))
    .map((file) => `${file.replace(".LICENSE", "")}\n\n${readFileSync(grammars + file, "utf8").trim()}`);
  return `${[...names.map(licenceOf), ...carried].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}
