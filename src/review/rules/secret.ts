// Credentials in lines that the change adds.
import { roleOf } from "../../languages/file-role.ts";
import { isDrawn } from "../../secrets/assigned-secrets.ts";
import { type FoundSecret, masked, secretsIn } from "../../secrets/find-secrets.ts";
import { privateKeyAt } from "../../secrets/private-key.ts";
import type { Severity } from "../../vocabulary/severity.ts";
import type { ReviewedFile, ReviewScene, Rule, RuleFinding, RuleOutcome } from "../contract.ts";
import { editsOf, symbolAfter } from "./changed-places.ts";

/** Findings of one file: further ones are counted. */
const PER_FILE_MAX = 20;

export const secret: Rule = {
  id: "secret",
  title: "Secret in the text",
  type: "security",
  severity: "high",
  needs: [],
  doc: `A credential in a line that the change adds. Whoever can read the repository can use it, and its history keeps it. Evidence shows the
first characters at most.

- **critical**: an access token of GitHub or npm whose checksum fits.
- **high**: a private key; a token whose format says what it is (AWS, GitHub, GitLab, Slack, Stripe, Google, npm, PyPI, OpenAI, Azure and some
  thirty others); an address with a password.
- **medium**: a value that looks drawn at random, assigned to a name such as \`password\`, \`secret\`, \`token\` or \`apiKey\`; a signed token (JWT).
- **low**: the same where such values are mostly harmless: keys meant for browsers, test keys, documentation, examples, comments, services that
  CI starts for its tests; and formats in tests.

It does not report placeholders (\`your-key\`, \`xxxx\`, \`changeme\`, \`AKIA…EXAMPLE\`), names and words, look-ups (\`process.env.TOKEN\`), templates,
hashes and checksums, public keys, addresses on the own machine, values that only look random in tests, and what stood in the change's files before. Files
that are kept from searches, by their name (\`.env\`, \`id_rsa\`) or as private keys, are judged by the same rules; nothing of them is shown but the line's number.

**Remedy**: revoke the credential, then read it from the environment or a secret store.`,
  check,
};

async function check(scene: ReviewScene): Promise<RuleOutcome> {
  const findings: RuleFinding[] = [];
  const notChecked: string[] = [];
  const known = scene.files.flatMap(({ before }) => before ?? []).join("\n");
  for (const file of scene.files) {
    await scene.pause();
    if (scene.isOver()) {
      notChecked.push(`${file.path}: not searched in time`);
    } else {
      const found = file.after === null ? await withheldSecretsOf(scene, file) : secretsOf(file, file.after, known);
      findings.push(...found.slice(0, PER_FILE_MAX));
      if (found.length > PER_FILE_MAX) {
        notChecked.push(`${file.path}: ${found.length - PER_FILE_MAX} further secrets are not listed`);
      }
    }
  }
  return { kind: "checked", findings, notChecked };
}

/** In place of a line of a file whose content is never shown. */
const NOT_SHOWN = "[not shown]";

/** What the file holds now and did not hold before. */
async function withheldSecretsOf(scene: ReviewScene, file: ReviewedFile): Promise<RuleFinding[]> {
  const after = file.status === "removed" ? null : await scene.withheldText(file.path, "after");
  if (after === null) {
    return [];
  }
  const before = (await scene.withheldText(file.from ?? file.path, "before")) ?? "";
  const found = credentialsIn(file.path, after, { isWithheld: true, known: before, admits: () => true });
  if (found.length === 0 && !before.includes(after.trim()) && isDrawn(after.trim())) {
    // `config/master.key`: a value without a name.
    const message = "a file of secrets is added to the repository: a value that looks drawn at random";
    return [findingOf(file, { line: 1, severity: "medium", message, text: NOT_SHOWN })];
  }
  return found.map(({ line, severity, secret: one }) => {
    const message =
      one === null
        ? "a private key is added to the repository"
        : `a file of secrets is added to the repository: ${one.what}`;
    return findingOf(file, { line, severity, message, text: NOT_SHOWN });
  });
}

function secretsOf(file: ReviewedFile, text: string, known: string): RuleFinding[] {
  const { added } = editsOf(file);
  const lines = text.split(/\r?\n/);
  const found = credentialsIn(file.path, text, { isWithheld: false, known, admits: (line) => added.has(line) });
  return found.map(({ line, severity, secret: one }) => {
    const doubt = one?.proof === "assigned" ? " looks like a secret" : "";
    const message = one === null ? "a private key" : `${one.what}${doubt}: ${masked(one.value)}`;
    return findingOf(file, { line, severity, message, text: (lines[line - 1] ?? "").trim() });
  });
}

interface Credential {
  /** 1-based. */
  readonly line: number;
  readonly severity: Severity;
  /** Null: a private key. */
  readonly secret: FoundSecret | null;
}

interface Looking {
  /** Whether the whole file is one of secrets. */
  readonly isWithheld: boolean;
  /** What the texts had before: it is no news. */
  readonly known: string;
  /** Whether a line (1-based) is looked at. */
  admits(line: number): boolean;
}

function credentialsIn(path: string, text: string, { isWithheld, known, admits }: Looking): Credential[] {
  const role = roleOf(path)?.role ?? "source";
  const isSettings = isWithheld || role === "config";
  const lines = text.split(/\r?\n/);
  return lines.flatMap((content, at): Credential[] => {
    const line = at + 1;
    if (!admits(line)) {
      return [];
    }
    const secrets = secretsIn(content, isSettings).flatMap((one): Credential[] => {
      const severity = known.includes(one.value) ? null : severityOf(one, path, content, text);
      return severity === null ? [] : [{ line, severity, secret: one }];
    });
    const key = NO_KEYS.has(role) ? null : privateKeyAt(lines, at);
    const severity = !isWithheld && (role === "prose" || role === "example") ? "low" : "high";
    return key === null || known.includes(key) ? secrets : [...secrets, { line, severity, secret: null }];
  });
}

/** Keys of test certificates open nothing. */
const NO_KEYS: ReadonlySet<string> = new Set(["test", "fixture"]);
const NO_GUESSES: ReadonlySet<string> = new Set(["test", "fixture", "generated", "vendored"]);
const HARMLESS: ReadonlySet<string> = new Set(["test", "fixture", "example", "prose"]);
/** Not `//registry.npmjs.org/:_authToken=…`, a setting of npm. */
const COMMENT = /^\s*(?:\/\/(?![\w.-]+\/[^\s:]*:_)|\/?\*|#(?!\s*define)|--|;|<!--)/;
/** The guessed ones are mostly passwords of databases that run as long as the tests. */
const OF_CI =
  /^(?:\.github\/workflows|\.circleci|\.buildkite)\/|(?:^|\/)(?:\.gitlab-ci|\.travis|appveyor|\.appveyor|azure-pipelines|bitbucket-pipelines)\b[^/]*\.ya?ml$/;
/** A search service whose keys are published with the page that uses it. */
const PUBLISHED = /algolia|docsearch/i;

/** Null: not worth a word. */
function severityOf({ proof, often, value }: FoundSecret, path: string, line: string, text: string): Severity | null {
  const role = roleOf(path)?.role ?? "source";
  if (proof === "verified") {
    return "critical";
  }
  if (proof === "assigned") {
    const isHarmless =
      HARMLESS.has(role) ||
      OF_CI.test(path) ||
      COMMENT.test(line) ||
      (/^[0-9a-f]{32}$/.test(value) && PUBLISHED.test(text));
    return NO_GUESSES.has(role) ? null : isHarmless ? "low" : "medium";
  }
  if (often === "local") {
    return HARMLESS.has(role) ? null : "medium";
  }
  return often === "public" || HARMLESS.has(role) ? "low" : "high";
}

interface Said {
  readonly line: number;
  readonly severity: Severity;
  readonly message: string;
  /** Of the line, as it may be shown. */
  readonly text: string;
}

const findingOf = (file: ReviewedFile, { line, severity, message, text }: Said): RuleFinding => ({
  severity,
  message,
  path: file.path,
  line,
  symbol: symbolAfter(file, line)?.path ?? null,
  evidence: [{ path: file.path, line, text, side: "after" }],
});
