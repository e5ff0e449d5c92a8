// Member names of a language's own types: on an unknown receiver, such a name is no evidence for a project's member.
import { DOTNET_MEMBERS } from "./dotnet-members.ts";
import { JVM_MEMBERS } from "./jvm-members.ts";
import { PHP_MEMBERS } from "./php-members.ts";
import { PYTHON_MEMBERS } from "./python-members.ts";
import { RUBY_MEMBERS } from "./ruby-members.ts";

/** Members of Node's own objects, read from the running engine, so that they are up to date. */
function engineNames(): Set<string> {
  const objects: readonly object[] = [
    Object,
    Function,
    Array,
    String,
    Number,
    Boolean,
    RegExp,
    Date,
    Map,
    Set,
    WeakMap,
    WeakSet,
    Promise,
    Symbol,
    Error,
    ArrayBuffer,
    DataView,
    Uint8Array,
    Int32Array,
    Float64Array,
    BigInt,
    Proxy,
    URL,
    URLSearchParams,
    AbortController,
    AbortSignal,
    EventTarget,
    Event,
    TextEncoder,
    TextDecoder,
    Headers,
    Request,
    Response,
    FormData,
    Blob,
  ].flatMap((type) => [type, type.prototype ?? {}]);
  const spaces: readonly object[] = [Math, JSON, Reflect, Atomics, Intl, console, process, performance, globalThis];
  return new Set([...objects, ...spaces].flatMap((object) => Object.getOwnPropertyNames(object)));
}

/** Members of a browser's elements and nodes, which Node does not have. */
const BROWSER =
  "addEventListener appendChild append attributes attributeChangedCallback blur checked childNodes children classList className cloneNode clientHeight clientWidth click closest connectedCallback contains content createElement cssText dataset disabled disconnectedCallback dispatchEvent documentElement firstChild focus getAttribute getBoundingClientRect getElementById hasAttribute head height hidden href id innerHTML innerText insertBefore isConnected lastChild matches nextSibling nodeName nodeType nodeValue offsetHeight offsetWidth options outerHTML ownerDocument parentElement parentNode placeholder preventDefault previousSibling querySelector querySelectorAll remove removeAttribute removeChild removeEventListener replaceChild requestAnimationFrame scrollTop selected setAttribute shadowRoot src stopPropagation style tagName target textContent title type value width";

const ECMASCRIPT_LANGUAGES: ReadonlySet<string> = new Set(["typescript", "tsx", "javascript", "vue", "svelte"]);
const words = (text: string): Set<string> => new Set(text.trim().split(/\s+/u));

let ecmascript: ReadonlySet<string> | undefined;
const python: ReadonlySet<string> = words(PYTHON_MEMBERS);
const dotnet: ReadonlySet<string> = words(DOTNET_MEMBERS);
const php: ReadonlySet<string> = words(PHP_MEMBERS);
const jvm: ReadonlySet<string> = words(JVM_MEMBERS);
const ruby: ReadonlySet<string> = words(RUBY_MEMBERS);

/** Whether the name is one that a language's own types have as well. */
export function isForeignMember(name: string, language: string | null): boolean {
  if (language === "python") {
    return python.has(name);
  }
  if (language === "ruby") {
    return ruby.has(name);
  }
  if (language === "csharp") {
    return dotnet.has(name);
  }
  if (language === "php") {
    return php.has(name);
  }
  if (language === "java" || language === "kotlin") {
    return jvm.has(name);
  }
  if (language !== null && ECMASCRIPT_LANGUAGES.has(language)) {
    ecmascript ??= new Set([...engineNames(), ...words(BROWSER)]);
    return ecmascript.has(name);
  }
  return false;
}
