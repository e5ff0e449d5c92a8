// Credentials in source files. They are made at random while the benchmark runs, so that none stands in this repository.
import { crc32 } from "node:zlib";
import { shuffled } from "../../../support/random.ts";
import { isOwnCode, type Language, languageOf } from "../languages.ts";
import { type Fault, fault, linesOf, type Scene, withLines } from "../scene.ts";

const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGITS = "0123456789";
const BASE32 = `${UPPER}234567`;
const ALPHANUMERIC = `${DIGITS}${UPPER}${UPPER.toLowerCase()}`;
const HEX = `${DIGITS}abcdef`;

/** GitHub's own check: CRC-32 of the random part in base 62, in six digits. */
function checkOf(random: string): string {
  let rest = crc32(random);
  let text = "";
  for (let at = 0; at < 6; at += 1) {
    text = `${ALPHANUMERIC[rest % ALPHANUMERIC.length]}${text}`;
    rest = Math.floor(rest / ALPHANUMERIC.length);
  }
  return text;
}

type Make = (of: (signs: string, length: number) => string) => string;

/** By form: what the value is called, and the value. */
const SECRETS: Readonly<Record<string, readonly [string, Make]>> = {
  "aws-key-id": ["aws_access_key_id", (of) => `AKIA${of(BASE32, 16)}`],
  "aws-secret": ["aws_secret_access_key", (of) => of(`${ALPHANUMERIC}/+`, 40)],
  github: [
    "token",
    (of) => {
      const random = of(ALPHANUMERIC, 30);
      return `ghp_${random}${checkOf(random)}`;
    },
  ],
  slack: ["slack_token", (of) => `xoxb-${of(DIGITS, 12)}-${of(DIGITS, 13)}-${of(ALPHANUMERIC, 24)}`],
  stripe: ["api_key", (of) => `sk_live_${of(ALPHANUMERIC, 24)}`],
  google: ["maps_key", (of) => `AIza${of(`${ALPHANUMERIC}-_`, 35)}`],
  gitlab: ["deploy_token", (of) => `glpat-${of(`${ALPHANUMERIC}-`, 20)}`],
  npm: ["registry_token", (of) => `npm_${of(ALPHANUMERIC, 36)}`],
  sendgrid: ["mail_key", (of) => `SG.${of(ALPHANUMERIC, 22)}.${of(ALPHANUMERIC, 43)}`],
  "database-url": ["database_url", (of) => `postgres://app:${of(ALPHANUMERIC, 18)}@db.internal.acme.io:5432/app`],
  pypi: ["upload_token", (of) => `pypi-AgEIcHlwaS5vcmc${of(`${ALPHANUMERIC}-_`, 120)}`],
  "github-fine": ["repository_token", (of) => `github_pat_${of(ALPHANUMERIC, 22)}_${of(ALPHANUMERIC, 59)}`],
  "redis-url": ["cache_url", (of) => `redis://default:${of(ALPHANUMERIC, 24)}@cache.acme.io:6379/0`],
  "client-secret": ["client_secret", (of) => of(`${ALPHANUMERIC}-_`, 40)],
  password: ["db_password", (of) => `${of(ALPHANUMERIC, 8)}!${of(ALPHANUMERIC, 7)}`],
  "hex-key": ["secret_key", (of) => of(HEX, 48)],
};

function named(name: string, { name: language }: Language): string {
  const camel = name.replace(/_(\w)/g, (_, sign: string) => sign.toUpperCase());
  return ["python", "ruby", "rust", "php"].includes(language) ? name : camel;
}

function statement(name: string, value: string, language: Language, isTop: boolean): string {
  const variable = named(name, language);
  switch (language.name) {
    case "go":
      return isTop ? `var ${variable} = "${value}"` : `${variable} := "${value}"`;
    case "python":
    case "ruby":
      return `${isTop ? variable.toUpperCase() : variable} = "${value}"`;
    case "javascript":
    case "typescript":
      return `const ${variable} = '${value}'`;
    case "java":
      return `String ${variable} = "${value}";`;
    case "csharp":
      return `var ${variable} = "${value}";`;
    case "php":
      return `$${variable} = '${value}';`;
    case "rust":
      return isTop ? `const ${variable.toUpperCase()}: &str = "${value}";` : `let ${variable} = "${value}";`;
  }
}

const TOP = ["go", "python", "ruby", "javascript", "typescript", "rust"];

export function plantSecret(scene: Scene): Fault | null {
  const [form, [name, make]] = scene.pick(Object.entries(SECRETS)) ?? ["", ["", () => ""]];
  const value = make((signs, length) => Array.from({ length }, () => scene.pick([...signs])).join(""));
  const isTop = scene.random() < 0.5;
  if (scene.random() < 0.15) {
    const [file] = shuffled(
      [...scene.files.keys()].filter(
        (path) => /\.(ya?ml|toml|env|ini|properties)$/.test(path) && !/lock|workflows/.test(path),
      ),
      scene.random,
    );
    if (file !== undefined) {
      const line = /ya?ml$/.test(file)
        ? `# ${name}: "${value}"`
        : /toml$/.test(file)
          ? `# ${name} = "${value}"`
          : `${name.toUpperCase()}=${value}`;
      return fault({
        form: `${form} in settings`,
        language: "other",
        edits: new Map([[file, `${scene.files.get(file)?.trimEnd()}\n${line}\n`]]),
        why: `a ${form} in ${file}`,
      });
    }
  }
  for (const { path, language, bodyFrom, from } of scene.functions) {
    const lines = linesOf(scene, path);
    const body = lines[bodyFrom] ?? "";
    if (
      !isOwnCode(path) ||
      languageOf(path) === null ||
      body.trim() === "" ||
      body.trim() === "{" ||
      /super|"""|'''/.test(body)
    ) {
      continue;
    }
    const atTop =
      isTop && TOP.includes(language.name) && /^\S/.test(lines[from] ?? "") && (lines[from - 1] ?? "").trim() === "";
    const indent = atTop ? "" : (/^\s*/.exec(body)?.[0] ?? "");
    const at = atTop ? from : bodyFrom;
    return fault({
      form: `${form} ${atTop ? "at the top" : "in a function"}`,
      language: language.name,
      edits: new Map([
        [
          path,
          withLines(lines.join("\n"), at, at - 1, [
            indent + statement(name, value, language, atTop),
            ...(atTop ? [""] : []),
          ]),
        ],
      ]),
      why: `a ${form} in ${path}`,
    });
  }
  return null;
}
