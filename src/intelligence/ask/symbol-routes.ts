// Data: questions about what a symbol, a file or a folder is.
import { describe, isOfPlace, isOfSymbol, KIND_WORDS, kindsIn, outline, type Route, SHOW, source } from "./route.ts";

const KINDS =
  "exports?|symbols|functions|classes|methods|types|interfaces|structs|enums|traits|members|fields|properties|constants|variables|definitions";

/** How a part of a name is written: `startsWith`, "get_", `*Writer`. */
const LIKE =
  "(?:that |which |whose (?:names? )?)?(?:(?:are |is )?(?:named|called)|(?:starts?|starting|begins?|beginning|ends?|ending) (?:with|in)|prefixed (?:with|by)|suffixed (?:with|by)|contain(?:s|ing)?|match(?:es|ing)?|like)";

export const SYMBOL_ROUTES: readonly Route[] = [
  {
    name: "symbols by name",
    takes: "words",
    example: "functions starting with parse_",
    forms: [`(?:which |what |${SHOW})(?:\\w+ )?(?:${KIND_WORDS}) ${LIKE}(?: the pattern)? <x>`],
    calls: ({ question, subject }) => {
      const kinds = kindsIn(question);
      const query = subject.replace(/^\^?\.?\*|\.?\*\$?$/g, "");
      return [{ tool: "search_symbols", input: { query, ...(kinds.length === 0 ? {} : { kinds }) } }];
    },
    next: "get_symbol_source shows one of them",
  },
  {
    name: "symbols of a kind",
    takes: "nothing",
    example: "list all enums",
    forms: [
      `(?:list|show(?: me)?|give me|find|which|what|print)(?: all)?(?: of)?(?: the)? (?:${KIND_WORDS})(?: are there| exist| are defined| do we have)?`,
    ],
    calls: ({ question }) => [{ tool: "list_symbols", input: { kinds: kindsIn(question) } }],
    next: "name a folder to narrow it",
  },
  {
    name: "definition",
    takes: "symbol",
    firm: true,
    example: "where is OrderStore defined",
    forms: [
      "where (?:is|are|was|were) <x> (?:defined|declared|implemented|located|found)(?: in)?",
      `(?:${SHOW}|go ?to |jump to |locate |where is (?:the )?)(?:definition|declaration)s? (?:of|for) <x>`,
      "(?:which|what) (?:file|module|package) (?:defines|declares|implements|holds|exports) <x>",
      "(?:which|what) (?:file|module|package) is <x> (?:defined |declared )?in",
      "(?:find|locate|search(?: for)?|look ?up|look for)(?: the| a)? (?:function|class|method|type|interface|struct|symbol|enum|constant|variable|trait|component|hook) <x>",
      "where does <x> (?:live|reside|come from)",
    ],
    calls: (asked) => [{ tool: "search_symbols", input: { query: asked.subject } }],
    next: "get_symbol_source shows it",
  },
  {
    name: "place",
    takes: "symbol or place",
    example: "where is OrderStore",
    forms: ["where(?:'s| is| are) <x>", "(?:find|locate|search(?: for)?|look ?up|look for|go ?to) <x>"],
    calls: (asked) => [isOfPlace(asked) ? outline(asked) : { tool: "search_symbols", input: { query: asked.subject } }],
    next: "get_symbol_source shows a symbol, analyze_file a file",
  },
  {
    name: "symbols",
    takes: "symbol or place",
    example: "which functions are in lib/",
    forms: [
      `(?:what (?:is|are) (?:the )?|(?:which|what) |${SHOW})(?:public |private |exported |static |top[- ]level )?(?:${KINDS})(?: are| is)?(?: defined| declared| there)? (?:of|in|inside|from|for) <x>`,
      "what is (?:exported|defined|declared) (?:from|in|by|inside) <x>",
      `(?:which|what) (?:${KINDS}) does <x> (?:have|define|contain|export|declare)`,
    ],
    calls: (asked) => [
      asked.resolution.kind === "folder"
        ? { tool: "list_symbols", input: { paths: [`${asked.resolution.path}/**`] } }
        : outline(asked),
    ],
    next: "get_symbol_source shows one of them",
  },
  {
    name: "outline",
    takes: "symbol or place",
    example: "what is in lib/order-store.ts",
    forms: [
      "(?:what is|what's|what are|what stands) (?:in|inside|under) <x>",
      "what does <x> (?:contain|define|export|expose|hold|provide|declare)",
      `(?:what (?:is|are) (?:the )?|${SHOW})(?:outline|structure|contents?|overview|summary|(?:public )?(?:api|interface))(?: are| is)? (?:of|in|inside|from|for) <x>`,
      "(?:outline|summari[sz]e) <x>",
    ],
    calls: (asked) => [outline(asked)],
    next: "get_symbol_source shows one of its symbols",
  },
  {
    name: "source",
    takes: "symbol or place",
    example: "show the source of OrderStore.save",
    forms: [
      `${SHOW}(?:full |whole |complete )?(?:source|code|body|implementation|text)(?: code)? (?:of|for|behind) <x>`,
      "(?:show|print|display|read|open|cat|view|give)(?: me| us)? <x>",
      "what does <x> look like",
      "how is <x> (?:implemented|written|defined|coded)",
    ],
    calls: (asked) => [isOfSymbol(asked) ? source(asked) : outline(asked)],
    next: "find_references lists who uses it",
  },
  {
    name: "ownership",
    takes: "symbol or place",
    firm: true,
    example: "who wrote OrderStore",
    forms: [
      "(?:who|which \\w+) (?:wrote|owns|maintains|authored|changed|edits|last (?:changed|touched|edited)) <x>",
      "(?:owners?|authors?|history|git history|churn|risk) of <x>",
      "how (?:risky|complex|old|stable|important) is <x>",
      "when (?:was|were) <x> (?:last )?(?:added|introduced|written|created|changed|touched|edited)(?: and by whom| by whom)?",
    ],
    calls: (asked) => [isOfSymbol(asked) ? describe(asked) : outline(asked)],
    next: "get_repo_overview names the files that change most",
  },
  {
    name: "changes with",
    takes: "symbol or place",
    example: "what changes together with lib/app.ts",
    forms: [
      "(?:what|which)(?: other)?(?: files?| modules?| code)? (?:usually |often |also |mostly |always |typically )?(?:change|changes|are changed|is changed|changed)(?: together| along| usually| often)* with <x>",
      "(?:show(?: me)?|list|find|what (?:is|are)|get) ?(?:the )?(?:co[- ]?changes?|co[- ]?changed files|temporal coupling|change coupling)(?: of| with| for) <x>",
      "(?:co[- ]?changes?|co[- ]?changed files|temporal coupling|change coupling)(?: of| with| for) <x>",
      "what (?:is|are) (?:files )?(?:co[- ]?changed|changed together|usually changed) with <x>",
    ],
    calls: (asked) => [isOfSymbol(asked) ? describe(asked) : outline(asked)],
    next: "look at those files too when you change it",
  },
  {
    name: "description",
    takes: "symbol or place",
    example: "what does OrderStore.save do",
    forms: [
      "(?:what is|what's|what are|who is) <x>(?: (?:used )?for| about)?",
      "what (?:does|do|is|are) <x>(?: do| mean| stand for| good for)",
      "what (?:is|are) (?:the )?(?:purpose|signature|type|responsibility|role|meaning|parameters|arguments|return type) of <x>",
      "(?:explain|describe|summari[sz]e|document|understand)(?: to me| me)?(?: how| what)? <x>(?: works?| does| is)?(?: to me)?",
      "how (?:does|do) <x> work",
      "about <x>",
      "what (?:arguments|parameters|options) does <x> (?:take|accept|have|need)",
      "what is <x> responsible for",
      "what happens (?:if|when|once) (?:i|we|you|someone) (?:call|run|invoke|use)s? <x>",
      `(?:what is )?(?:the )?differences? between <x>`,
      "compare <x>",
      "what does <x> (?:return|throw|yield|take|accept|raise)",
      "(?:signature|documentation|docs) (?:of|for) <x>",
    ],
    calls: (asked) => (isOfSymbol(asked) ? [describe(asked), source(asked)] : [outline(asked)]),
    next: "ask who calls it, or what breaks if it changes",
  },
  {
    name: "name",
    takes: "symbol or place",
    example: "OrderStore.save",
    forms: ["<x>"],
    calls: (asked) => [isOfSymbol(asked) ? describe(asked) : outline(asked)],
    next: "ask who calls it, or what breaks if it changes",
  },
];
