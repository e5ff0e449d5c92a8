// Credentials in lines that the change adds.
import { roleOf } from "../../languages/file-role.ts";
import type { Severity } from "../../vocabulary/severity.ts";
import type { EvidenceLine, ReviewedFile, ReviewScene, Rule, RuleFinding, RuleOutcome } from "../contract.ts";
import { type FoundSecret, masked, secretsIn } from "../secrets/find-secrets.ts";
import { privateKeyAt } from "../secrets/private-key.ts";
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
  const role = roleOf(file.path)?.role ?? "source";
  const lines = after.split(/\r?\n/);
  return lines.flatMap((line, at): RuleFinding[] => {
    const evidence = [{ path: file.path, line: at + 1, text: NOT_SHOWN, side: "after" as const }];
    const finding = (severity: Severity, message: string): RuleFinding[] => [
      { severity, message, path: file.path, line: at + 1, symbol: null, evidence },
    ];
    const key = NO_KEYS.has(role) ? null : privateKeyAt(lines, at);
    const found = secretsIn(line, true).filter(({ value }) => !before.includes(value));
    return [
      ...(key === null || before.includes(key) ? [] : finding("high", "a private key is added to the repository")),
      ...found.flatMap((one) => {
        const severity = severityOf(one, file.path, line, after);
        return severity === null ? [] : finding(severity, `a file of secrets is added to the repository: ${one.what}`);
      }),
    ];
  });
}

function secretsOf(file: ReviewedFile, text: string, known: string): RuleFinding[] {
  const role = roleOf(file.path)?.role ?? "source";
  const lines = text.split(/\r?\n/);
  const { added } = editsOf(file);
  const findings: RuleFinding[] = [];
  for (const [at, line] of lines.entries()) {
    if (!added.has(at + 1)) {
      continue;
    }
    for (const found of secretsIn(line, role === "config")) {
      const severity = severityOf(found, file.path, line, text);
      if (severity !== null && !known.includes(found.value)) {
        const doubt = found.proof === "assigned" ? " looks like a secret" : "";
        const message = `${found.what}${doubt}: ${masked(found.value)}`;
        findings.push(findingOf(file, at, line, severity, message));
      }
    }
    const key = NO_KEYS.has(role) ? null : privateKeyAt(lines, at);
    if (key !== null && !known.includes(key)) {
      findings.push(
        findingOf(file, at, line, role === "prose" || role === "example" ? "low" : "high", "a private key"),
      );
    }
  }
  return findings;
}

/** Keys of test certificates open nothing. */
const NO_KEYS: ReadonlySet<string> = new Set(["test", "fixture"]);
const NO_GUESSES: ReadonlySet<string> = new Set(["test", "fixture", "generated", "vendored"]);
const HARMLESS: ReadonlySet<string> = new Set(["test", "fixture", "example", "prose"]);
const COMMENT = /^\s*(?:\/\/|\/?\*|#|--|;|<!--)/;
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

function findingOf(file: ReviewedFile, at: number, line: string, severity: Severity, message: string): RuleFinding {
  const evidence: EvidenceLine = { path: file.path, line: at + 1, text: line.trim(), side: "after" };
  return {
    severity,
    message,
    path: file.path,
    line: at + 1,
    symbol: symbolAfter(file, at + 1)?.path ?? null,
    evidence: [evidence],
  };
}
