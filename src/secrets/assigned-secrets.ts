// Values assigned to names that say they are secret: `apiKey = "…"`. By the look of the value, since any string can be one.
import { classesOf, entropyOf, isPlaceholder, isWordy } from "./randomness.ts";

export interface AssignedSecret {
  readonly name: string;
  readonly value: string;
  /** 0-based offset of the value in the line. */
  readonly at: number;
}

const SECRET_NAME =
  /(?:password|passwd|pwd|passphrase|pass_?word|secret|token|api_?-?key|(?:access|secret|auth|private|signing|encryption|account|token|hmac|master|session|cipher|jwt)_?-?key|client_?-?secret|secret_?key_?base|authorization|credentials?)(?:_?-?v?\d{1,3})?$/i;
/** Names that end so although they hold something else. */
const OTHER_NAME =
  /public|hash|digest|checksum|sha\d|md5|integrity|etag|fingerprint|placeholder|label|example|dummy|fake|mock|test|regex|pattern|csrf|xsrf|next_?(?:page)?_?token|page_?token|continuation|cursor|cache|sync_?token|start_?token|end_?token|stop_?token|bos|eos|pad_?token|mask_?token|sep_?token|cls_?token|unk_?token/i;

/** A name, what assigns, a quoted value: `"name": "value"`, `NAME = 'value'`, `name: string = "value"`, `'name' => 'value'`, `set("name", "value")`. */
const QUOTED =
  /(?<name>[\w.$-]{3,80})(?<quote>["'`]?)\]?\s*(?:(?::\s*[\w<>?.|[\] ]{1,40})?\s*(?:=>|:=|={1,3})|:|,|\()\s*[bruBRU@]{0,2}(?<open>["'`])(?<value>(?:(?!\k<open>).){8,400})\k<open>/g;
/** `name: value` and `NAME=value` in files of settings. */
const UNQUOTED =
  /^\s*(?:-\s+)?(?:export\s+|ENV\s+|ARG\s+|\/\/[\w.:/-]{1,200}:)?(?<name>[\w.-]{3,80})\s*[:=]\s*(?<value>[^\s"'`#,;{}[\]()<>]{8,400})\s*(?:#.*)?$/g;
/** `ENV NAME value` of a Dockerfile. */
const INSTRUCTION = /^\s*(?:ENV|ARG)\s+(?<name>[\w.-]{3,80})\s+(?<value>[^\s"'`#,;{}[\]()<>$]{8,400})\s*$/g;
/** `password value` of a `.netrc`, alone on its line or behind machine and login. */
const SPACED = /^\s*(?:machine\s+\S+\s+)?(?:login\s+\S+\s+)?(?<name>password)\s+(?<value>[^\s"'`]{8,400})\s*$/g;
/** `host:port:database:user:password` of a `.pgpass`, which names nothing. */
const COLUMNS = /^[\w.*-]{1,200}:(?:\d{2,5}|\*):[\w.*-]{1,100}:[\w.*-]{1,100}:(?<value>[^:\s]{8,400})$/g;
/** `#define NAME "value"`. */
const DEFINED = /#\s*define\s+(?<name>\w{3,80})\s+"(?<value>[^"\\]{8,400})"/g;
/** `export NAME=value` of a shell. */
const EXPORTED = /^\s*export\s+(?<name>\w{3,80})=(?<value>[^\s"'`#,;{}[\]()<>$&|]{8,400})\s*(?:#.*)?$/g;
/** `<add key="NAME" value="value"/>`. */
const ATTRIBUTES = /\b(?:key|name)="(?<name>[\w.:-]{3,80})"\s+value="(?<value>[^"]{8,400})"/g;
/** `curl -u user:value`. */
const CURL = /\bcurl\b[^|;&]{0,300}?\s(?:-u|--user)[\s=]+["']?[\w.@-]{1,80}:(?<value>[^\s"'`$<>{}]{8,400})/g;
/** `"Authorization": "Bearer value"`. */
const HEADER =
  /\b(?<name>authorization)\b["']?\s*[:=,]\s*["'`]?(?:bearer|basic|token)\s+(?<value>[\w+/=.~-]{16,400})/gi;
/** `Server=…;Password=value;` in a string. */
const CONNECTION =
  /(?=.{0,300}\b(?:server|data source|host|user id|uid)\s*=)(?:^|["';])[^"']{0,300}?\b(?<name>password|pwd)\s*=\s*(?<value>[^;"'`\s{}<>$]{8,400})(?=[;"'`]|$)/gi;
const ELEMENT = /<(?<name>[\w.:-]{3,80})>(?<value>[^<>\s]{8,400})<\/\k<name>>/g;

const ANYWHERE = [QUOTED, INSTRUCTION, CONNECTION, DEFINED, EXPORTED, ATTRIBUTES, CURL, HEADER];
const OF_SETTINGS = [...ANYWHERE, UNQUOTED, ELEMENT, SPACED, COLUMNS];

const KEY_LENGTH_MIN = 16;
const KEY_ENTROPY_MIN = 3.3;
const PASSWORD_ENTROPY_MIN = 2.8;

/** `isSettings`: values stand without quotes. */
export function assignedSecrets(line: string, isSettings: boolean): AssignedSecret[] {
  const found: AssignedSecret[] = [];
  if (!/pass|pwd|secret|token|key|credential|authorization|\bcurl\b|:(?:\d{2,5}|\*):/i.test(line)) {
    return found;
  }
  for (const pattern of isSettings ? OF_SETTINGS : ANYWHERE) {
    for (const match of matchesFrom(pattern, line)) {
      const { name = "password", value = "", quote = "" } = match.groups ?? {};
      const bare = name.replace(/^.*[.$]/, "");
      const behind = match[0].slice(match[0].indexOf(name) + name.length + quote.length);
      const separator = behind.trimStart()[0];
      const isNamed = SECRET_NAME.test(bare) && !OTHER_NAME.test(bare) && (separator !== "," || quote !== "");
      const isPassword = /pass|pwd|credential/i.test(bare);
      if (isNamed && looksSecret(value, isPassword)) {
        found.push({ name: bare, value, at: match.index + match[0].lastIndexOf(value) });
      }
    }
  }
  return found;
}

/** Like matchAll, but what stands behind the name of one may begin the next: `define('NAME', 'value')`. */
function* matchesFrom(pattern: RegExp, line: string): Generator<RegExpExecArray> {
  const own = new RegExp(pattern);
  for (let match = own.exec(line); match !== null; match = own.exec(line)) {
    yield match;
    own.lastIndex = match.index + Math.max(1, match.groups?.["name"]?.length ?? match[0].length);
  }
}

const CODE = /\s|\$\{|\{\{|\}\}|<%|%[sdv(]|#\{|<[\w-]+>|\(\)|\\[nrtwdsbu]|^\$|^[@%#&]\w+|^[A-Z][A-Z0-9_]+$/;
/** An address, a path, a version. */
const PLACE =
  /^(?:npm:|[~^<>=]*\d+\.\d+\.\d|[a-z][\w+.-]*:\/\/|\.{0,2}\/|~\/|[A-Za-z]:\\|[\w-]+(?:\/[\w.-]+){2,}$)|\.(?:js|ts|py|json|ya?ml|pem|key|crt|txt|html?|com|org|net|io|dev)$/;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

function looksSecret(value: string, isPassword: boolean): boolean {
  if (CODE.test(value) || PLACE.test(value) || UUID.test(value) || isPlaceholder(value) || isWordy(value)) {
    return false;
  }
  return isDrawn(value) || (isPassword && isChosen(value));
}

/** A character in so many begins another case, where letters were drawn. */
const CASE_CHANGES_SHARE = 1 / 5;
const DIGITS_MIN = 2;

/** As a program makes it: with digits, or with capitals in no order. */
export function isDrawn(value: string): boolean {
  const digits = value.match(/\d/g)?.length ?? 0;
  const changes = value.match(/(?<=[a-z])[A-Z]|(?<=[A-Z])[a-z]/g)?.length ?? 0;
  return (
    value.length >= KEY_LENGTH_MIN &&
    entropyOf(value) >= KEY_ENTROPY_MIN &&
    /^[\w+/=.~:-]+$/.test(value) &&
    /[A-Za-z]/.test(value) &&
    (digits >= DIGITS_MIN || changes >= value.length * CASE_CHANGES_SHARE)
  );
}

/** As a person makes up a password. */
const isChosen = (value: string): boolean =>
  /\d/.test(value) && /[A-Za-z]/.test(value) && classesOf(value) >= 3 && entropyOf(value) >= PASSWORD_ENTROPY_MIN;
