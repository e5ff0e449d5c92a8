// Draws docs/demo.svg from a real run of the demo: `npm run demo:picture -- PATH [QUESTION...]`. The folder's name stands for its
// path, so that the picture shows nothing of the machine that made it.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Of one character, in pixels at 13px type; `textLength` makes every font keep to it. */
const WIDTH = 8;
const LINE = 18;
const LEFT = 20;
const TOP = 62;
/** Longer lines are cut with …, as a terminal would hide them. */
const COLUMNS = 113;

const COLOURS = { 31: "#ff7b72", 32: "#7ee787", 33: "#e3b341", 36: "#56d4dd" };
const PLAIN = "#e6edf3";
const DIM = "#8b949e";

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A line as runs of one colour: `\u001b[1mSearch\u001b[22m ok` is a bold run and a plain one. */
function runsOf(line) {
  const runs = [];
  const style = { fill: PLAIN, isBold: false, isDim: false };
  let column = 0;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escapes are what is read.
  for (const [, code, text] of line.matchAll(/(?:\u001b\[(\d+)m)?([^\u001b]*)/g)) {
    if (code === "1") style.isBold = true;
    if (code === "2") style.isDim = true;
    if (code === "22") Object.assign(style, { isBold: false, isDim: false });
    if (code !== undefined && COLOURS[code] !== undefined) style.fill = COLOURS[code];
    if (code === "39") style.fill = PLAIN;
    const shown = column + text.length > COLUMNS ? `${text.slice(0, Math.max(0, COLUMNS - column - 1))}…` : text;
    if (shown.trim() !== "" && column < COLUMNS) {
      const lead = shown.length - shown.trimStart().length;
      runs.push({ ...style, column: column + lead, text: shown.trim() });
    }
    column += text.length;
  }
  return runs;
}

/** The picture of what the demo printed, colours as escapes of a terminal. */
export function draw(output) {
  const lines = output.trimEnd().split("\n");
  const width = 2 * LEFT + COLUMNS * WIDTH;
  const height = TOP + lines.length * LINE + 6;
  const texts = lines.flatMap((line, row) =>
    runsOf(line).map(({ column, text, fill, isBold, isDim }) => {
      const weight = isBold ? ' font-weight="bold"' : "";
      return `<text x="${LEFT + column * WIDTH}" y="${TOP + row * LINE}" fill="${isDim ? DIM : fill}"${weight} textLength="${text.length * WIDTH}" lengthAdjust="spacingAndGlyphs" xml:space="preserve">${escaped(text)}</text>`;
    }),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Output of npm run demo">
<rect width="${width}" height="${height}" rx="10" fill="#0d1117"/>
<circle cx="22" cy="20" r="6" fill="#ff5f57"/><circle cx="42" cy="20" r="6" fill="#febc2e"/><circle cx="62" cy="20" r="6" fill="#28c840"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13">
${texts.join("\n")}
</g>
</svg>
`;
}

function main([path, ...questions]) {
  if (path === undefined) {
    process.stderr.write("usage: npm run demo:picture -- PATH [QUESTION...]\n");
    return 2;
  }
  const root = resolve(process.env.INIT_CWD ?? process.cwd(), path);
  const env = { ...process.env, FORCE_COLOR: "1", NO_COLOR: "" };
  const output = execFileSync(process.execPath, [at("../../dist/demo.js"), root, ...questions], {
    env,
    encoding: "utf8",
  });
  writeFileSync(at("../../docs/demo.svg"), draw(output.replaceAll(root, basename(root))));
  return 0;
}

if (process.argv[1] === at("picture.mjs")) {
  process.exitCode = main(process.argv.slice(2));
}
