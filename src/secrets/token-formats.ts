// Formats of credentials that are recognised by themselves. Each is taken from what its issuer says of it, and held against the rules of
// gitleaks (MIT, github.com/gitleaks/gitleaks, config/gitleaks.toml). A package was weighed: secretlint's preset knows a dozen of these formats
// and brings a linter of its own for them; the table is smaller than its adapter would be.
import { crc32 } from "node:zlib";

export interface TokenFormat {
  /** What it is, for a message: "an access token of GitHub". */
  readonly what: string;
  /** Global. The whole match is the secret, or its group `secret` where there is one. */
  readonly pattern: RegExp;
  /** The format has a checksum: whether it fits. A random string of this shape has one chance in billions. */
  readonly fits?: (token: string) => boolean;
  /** A further condition for a token, such as a part that must decode. */
  readonly isOne?: (token: string) => boolean;
  /** `public`: in some programs such a value is meant to be seen; `local`: mostly one of a development machine. */
  readonly often?: "public" | "local";
}

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** The last six characters are the CRC-32 of those between the prefix and them, in base 62: GitHub's "Behind GitHub's new authentication token formats". */
function checksumFits(token: string): boolean {
  const [prefix = ""] = /^[a-z]+_/.exec(token) ?? [];
  let sum = crc32(token.slice(prefix.length, -6));
  let digits = "";
  for (let at = 0; at < 6; at += 1) {
    digits = `${BASE62[sum % 62]}${digits}`;
    sum = Math.floor(sum / 62);
  }
  return digits === token.slice(-6);
}

/** Three parts, the first a header that names an algorithm: RFC 7519. One that is not signed (`none`) opens nothing. */
function isSignedToken(token: string): boolean {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString("utf8"));
    return typeof header === "object" && header !== null && "alg" in header && header.alg !== "none";
  } catch {
    // What does not decode to a header is no such token.
    return false;
  }
}

/** False for an example's host, this machine, and a password that is only a name. */
function isRealAddress(address: string): boolean {
  const [, user = "", password = "", host = ""] = /:\/\/([^:/@]*):([^@]*)@([^/:?#"'\s]*)/.exec(address) ?? [];
  const isNamed = password.toLowerCase() === user.toLowerCase() || /^[a-z_-]{1,12}$/i.test(password);
  return (
    !isNamed &&
    !/^(?:localhost|127\.|0\.0\.0\.0|\[::1\]|host\b|.*\bexample\b|.*\.(?:test|invalid|local|localhost)$)/i.test(host) &&
    host !== ""
  );
}

export const TOKEN_FORMATS: readonly TokenFormat[] = [
  { what: "an access key of AWS", pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g },
  { what: "an access token of GitHub", pattern: /\bgh[oprsu]_[A-Za-z0-9]{36}\b/g, fits: checksumFits },
  { what: "a fine-grained access token of GitHub", pattern: /\bgithub_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}\b/g },
  { what: "an access token of npm", pattern: /\bnpm_[A-Za-z0-9]{36}\b/g, fits: checksumFits },
  { what: "a token of GitLab", pattern: /\bgl(?:pat|dt|rt|ptt|cbt|ft|soat|agent|imt|oas)-[\w-]{20,}(?:\.[\w.]{9})?/g },
  { what: "an upload token of PyPI", pattern: /\bpypi-AgE[\w-]{50,}/g },
  { what: "an API key of RubyGems", pattern: /\brubygems_[0-9a-f]{48}\b/g },
  { what: "a token of crates.io", pattern: /\bcio[A-Za-z0-9]{32}\b/g },
  { what: "an access token of Docker Hub", pattern: /\bdckr_pat_[\w-]{27}/g },
  {
    what: "a token of Slack",
    pattern: /\bxox[abeoprs]-(?:\d-)?(?:\d{9,13}-){1,3}[A-Za-z0-9-]{18,}|\bxapp-\d-[A-Z0-9]+-\d+-[a-z0-9]{32,}/g,
  },
  {
    what: "an address of a Slack webhook",
    pattern: /\bhttps:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[A-Za-z0-9+/]{40,60})/g,
  },
  {
    what: "an address of a Discord webhook",
    pattern: /\bhttps:\/\/(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks\/(?<secret>\d{17,20}\/[\w-]{60,80})/g,
  },
  { what: "a bot token of Telegram", pattern: /\b\d{8,10}:AA[\w-]{33}\b/g },
  { what: "a secret key of Stripe", pattern: /\b[rs]k_live_[A-Za-z0-9]{16,}\b/g },
  { what: "a test key of Stripe", pattern: /\b[rs]k_test_[A-Za-z0-9]{16,}\b/g, often: "local" },
  { what: "a signing secret of a Stripe webhook", pattern: /\bwhsec_[A-Za-z0-9+/]{32,}/g },
  { what: "an API key of Google", pattern: /\bAIza[\w-]{35}(?![\w-])/g, often: "public" },
  { what: "a client secret of Google", pattern: /\bGOCSPX-[\w-]{28}(?![\w-])/g },
  { what: "an access token of Google", pattern: /\bya29\.[\w-]{40,}/g },
  { what: "a key of Azure Storage", pattern: /\bAccountKey=(?<secret>[A-Za-z0-9+/]{86}==)/g },
  { what: "an API key of OpenAI", pattern: /\bsk-(?:proj-|svcacct-|admin-)?[\w-]{20,}T3BlbkFJ[\w-]{20,}/g },
  { what: "an API key of Anthropic", pattern: /\bsk-ant-(?:api|admin)\d\d-[\w-]{80,}/g },
  { what: "an access token of Hugging Face", pattern: /\bhf_[A-Za-z]{34}\b/g },
  { what: "an API key of SendGrid", pattern: /\bSG\.[\w-]{22}\.[\w-]{43}(?![\w-])/g },
  { what: "an API key of Mailgun", pattern: /\bkey-[0-9a-f]{32}\b/g },
  { what: "an API key of Mailchimp", pattern: /\b[0-9a-f]{32}-us\d{1,2}\b/g },
  { what: "an access token of Shopify", pattern: /\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b/g },
  { what: "an access token of Square", pattern: /\bsq0(?:atp-[\w-]{22}|csp-[\w-]{43})(?![\w-])/g },
  { what: "a token of DigitalOcean", pattern: /\bdo[opr]_v1_[0-9a-f]{64}\b/g },
  { what: "a token of Databricks", pattern: /\bdapi[0-9a-f]{32}(?:-\d)?\b/g },
  { what: "a token of HashiCorp Vault", pattern: /\bhv[bs]\.[\w-]{90,}/g },
  { what: "a token of Terraform Cloud", pattern: /\b[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,}/g },
  { what: "a token of Pulumi", pattern: /\bpul-[0-9a-f]{40}\b/g },
  { what: "a token of Doppler", pattern: /\bdp\.(?:pt|st|sa|ct)\.[A-Za-z0-9]{40,}\b/g },
  { what: "a token of Grafana", pattern: /\bgl(?:sa_[A-Za-z0-9]{32}_[0-9a-f]{8}|c_[A-Za-z0-9+/]{60,}={0,2})/g },
  { what: "a token of Sentry", pattern: /\bsntry[su]_[\w+/=-]{60,}/g },
  { what: "an API key of New Relic", pattern: /\bNRAK-[A-Z0-9]{27}\b/g },
  { what: "an API key of Postman", pattern: /\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}\b/g },
  { what: "an API key of Linear", pattern: /\blin_api_[A-Za-z0-9]{40}\b/g },
  { what: "a token of Figma", pattern: /\bfig[dou]_[\w-]{40,}/g },
  { what: "a token of Atlassian", pattern: /\bATATT3[\w=-]{150,}/g },
  { what: "a secret key of age", pattern: /\bAGE-SECRET-KEY-1[0-9A-Z]{58}\b/g },
  {
    what: "the hash of a password",
    pattern:
      /(?<=^[\w.@-]{1,64}:)(?:\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}|\$apr1\$[^$\s]{1,8}\$[./A-Za-z0-9]{22}|\$[156]\$[^$\s]{1,40}\$[./A-Za-z0-9]{22,86})/g,
    often: "local",
  },
  {
    what: "a signed token (JWT)",
    pattern: /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/g,
    isOne: isSignedToken,
    often: "local",
  },
  {
    what: "an address with a password",
    pattern:
      /\b(?:postgres(?:ql)?|mysql|mariadb|mongodb|rediss?|amqps?|mssql|sqlserver|oracle|ftps?|sftp|ldaps?|smtps?|https?)(?:\+\w+)?:\/\/[^\s:/@"'`<>{}$]+:(?<secret>[^\s/@"'`<>{}$%(]{6,})@[^\s"'`<>]+/gi,
    isOne: isRealAddress,
  },
];
