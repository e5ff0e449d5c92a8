// The routes of plain questions: the forms that each knows and what it asks of which tools. Data, tried in this order; the
// page of tools shows it. `<x>` stands for what is asked about. Knows neither the index nor how a tool answers.
import type { Resolution } from "./resolve-subject.ts";

/** What a route asks about. `words`: any text, taken as it is written; `ref`: a git ref. */
export type Takes = "nothing" | "symbol" | "place" | "symbol or place" | "words" | "ref";

export interface Asked {
  /** The clause without politeness. */
  readonly question: string;
  /** As cleaned; empty where there is none. */
  readonly subject: string;
  readonly resolution: Resolution;
}

export interface Call {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface Route {
  readonly name: string;
  readonly takes: Takes;
  /** Nothing but a symbol can be meant, also by one plain word. */
  readonly firm?: boolean;
  readonly example: string;
  /** Expressions of whole clauses, letters of any case. */
  readonly forms: readonly string[];
  /** Of each list the first call whose tool is there is made. */
  calls(asked: Asked): readonly (readonly Call[])[];
  /** What to do with the answer. */
  readonly next: string;
}

const WE = "(?:i|we|you|they|someone|somebody|one)";
const SHOW = "(?:(?:find|list|show|get|give|print|display|see)(?: me| us)? )?(?:all )?(?:of )?(?:the )?";
const CHANGE =
  "(?:chang|renam|remov|delet|modify|modifi|edit|refactor|touch|mov|updat|dropp?|alter|replac|break|rewrit)(?:e|es|ed|ing|s)?";
const BE = "(?:is|are|was|were|gets?|being)";

/** How a tool is told what is meant: exactly where that is known. */
const address = ({ resolution, subject }: Asked): string =>
  resolution.kind === "symbol" ? resolution.address : subject;
/** `save` of `src/a.ts#OrderStore.save`. */
const simple = ({ subject }: Asked): string => subject.split(/#|::|->|\./).at(-1) || subject;

const text = (asked: Asked): Call => ({ tool: "search_text", input: { pattern: simple(asked) } });
const meaning = ({ question }: Asked): Call => ({ tool: "search_codebase", input: { query: question } });
const symbol =
  (tool: string, more: Readonly<Record<string, unknown>> = {}) =>
  (asked: Asked): Call => ({
    tool,
    input: { symbol: address(asked), ...more },
  });
const references = symbol("find_references");
const calls = symbol("find_references", { roles: ["call", "new"] });
const source = symbol("get_symbol_source");
const describe = symbol("get_symbol");

function impact(asked: Asked): readonly Call[] {
  const { resolution } = asked;
  switch (resolution.kind) {
    case "folder":
      return [meaning(asked)];
    case "file":
      return [{ tool: "analyze_impact", input: { symbol: resolution.path } }];
    default:
      return [symbol("analyze_impact")(asked), references(asked), text(asked)];
  }
}

/** What stands in a file, in a folder, or in the file of a symbol. */
function outline({ resolution, subject }: Asked): Call {
  switch (resolution.kind) {
    case "folder":
      return { tool: "list_symbols", input: { paths: [`${resolution.path}/**`] } };
    case "file":
    case "symbol":
      return { tool: "analyze_file", input: { path: resolution.path } };
    default:
      return { tool: "search_files", input: { query: subject } };
  }
}

const since = ({ question, subject }: Asked): Call => ({
  tool: "search_codebase",
  input: { query: question, changed_since: subject || "HEAD", detail: "locations" },
});

export const ROUTES: readonly Route[] = [
  {
    name: "overview",
    takes: "nothing",
    example: "what is this repository",
    forms: [
      "(?:what|which) (?:is|are|does|kind of project is) (?:this|the|our) (?:whole |entire )?(?:repo|repository|project|code ?base|program|code|app|application|library)(?: about| for| do| all about)?",
      `${SHOW}(?:a |an )?(?:quick |high[- ]level |short |brief )?(?:overview|architecture|summary|big picture|tour)(?: of (?:this|the|our) (?:repo|repository|project|code ?base|code|system))?`,
      "(?:explain|describe|summari[sz]e|introduce)(?: to me| me)? (?:this|the|our) (?:whole |entire )?(?:repo|repository|project|code ?base|architecture)(?: to me)?",
      "how is (?:this|the|our) (?:repo|repository|project|code ?base|code|system) (?:structured|organi[sz]ed|laid out|built)",
      "where (?:do|should|can) (?:i|we) (?:start|begin)(?: reading)?",
      "what (?:are|is) the (?:main )?entry points?",
    ],
    calls: (asked) => [
      [
        { tool: "get_repo_overview", input: {} },
        { tool: "list_languages", input: {} },
      ],
      [{ tool: "get_repo_overview", input: {} }, meaning(asked)],
    ],
    next: "ask about one of its modules, files or symbols",
  },
  {
    name: "modules",
    takes: "nothing",
    example: "which modules are there",
    forms: [
      "(?:what|which) (?:modules|packages|components|subsystems|parts)(?: are there| exist| does (?:this|it|the project) have| make up (?:this|the) (?:project|repo|repository))?",
      `${SHOW}(?:modules|packages|subsystems)(?: of (?:this|the) (?:project|repo|repository))?`,
    ],
    calls: (asked) => [[{ tool: "list_modules", input: {} }, meaning(asked)]],
    next: "get_module shows one of them",
  },
  {
    name: "languages",
    takes: "nothing",
    example: "which languages is it written in",
    forms: [
      "(?:what|which)(?: programming)? languages?(?: is (?:it|this|the (?:project|code|repo))(?: written)?(?: in)?| (?:does|do) (?:it|this|they|you|we) (?:use|support|read)| are (?:used|supported|there|read))?",
      "what is (?:it|this|this project|the project) written in",
      `${SHOW}(?:supported |programming )?languages`,
    ],
    calls: () => [[{ tool: "list_languages", input: {} }]],
    next: "list_symbols lists what a folder defines",
  },
  {
    name: "health",
    takes: "nothing",
    example: "is the index up to date",
    forms: [
      `(?:is|are) (?:the |your )?(?:index|you) (?:up[- ]to[- ]date|fresh|ready|complete|healthy|stale|ok|okay|done|whole|current)`,
      "(?:how )?(?:fresh|complete|healthy|big) is (?:the |your )?index",
      `${SHOW}(?:index )?(?:health|status|state)(?: of (?:the|your) index| check)?`,
      "what is (?:the )?(?:state|status|health) of (?:the |your )?index",
      "(?:which|what) files are (?:left out|excluded|not indexed|ignored|skipped)",
    ],
    calls: () => [[{ tool: "health", input: {} }]],
    next: "generate_index waits until all files are indexed",
  },
  {
    name: "syntax",
    takes: "place",
    example: "are there syntax errors in lib/app.ts",
    forms: [
      `(?:are there |is there |${SHOW})(?:any )?(?:syntax|parse|parsing) errors? (?:in|of) <x>`,
      "(?:does|do) <x> (?:still )?parse",
      "is <x> (?:syntactically )?(?:valid|correct)(?: syntax)?",
      "(?:validate|check)(?: the)? syntax of <x>",
    ],
    calls: ({ resolution, subject }) => {
      const path = resolution.kind === "file" || resolution.kind === "folder" ? resolution.path : subject;
      return [[{ tool: "validate_syntax", input: { paths: [path] } }]];
    },
    next: "the lines named are where to look",
  },
  {
    name: "syntax of changes",
    takes: "nothing",
    example: "are there any syntax errors",
    forms: [
      `(?:are there |is there |${SHOW})(?:any )?(?:syntax|parse|parsing) errors?`,
      "(?:does|do) (?:it|everything|(?:the|my) (?:code|changes|edits)) (?:still )?parse",
      "did (?:i|we) break the syntax",
      "(?:validate|check)(?: the)? syntax",
    ],
    calls: () => [[{ tool: "validate_syntax", input: {} }]],
    next: "name paths to have other files checked",
  },
  {
    name: "staged changes",
    takes: "nothing",
    example: "what is staged",
    forms: [
      "what(?:'s| is| have i| did i) (?:currently )?staged",
      `(?:${SHOW}|(?:review|summari[sz]e|analy[sz]e|check|describe|explain) )(?:the |my |our )*staged (?:changes?|diff|edits|files)`,
    ],
    calls: (asked) => [[{ tool: "analyze_diff", input: { scope: "staged" } }, since({ ...asked, subject: "HEAD" })]],
    next: "ask what breaks if one of the changed symbols changes",
  },
  {
    name: "commit",
    takes: "ref",
    example: "what changed in commit 1f2e3d4",
    forms: [
      "(?:what|which \\w+) (?:is |was |were |has |have )?(?:been )?(?:changed?|new|modified|edited|added|removed) (?:in|by|with) (?:the )?commit <x>",
      "(?:what (?:did|does|is in)|show(?: me)?|review|explain|describe|summari[sz]e|analy[sz]e) (?:the )?commit <x>(?: changed?| do| contain)?",
    ],
    calls: ({ question, subject }) => [
      [
        { tool: "analyze_diff", input: { scope: "commit", ref: subject } },
        meaning({ question, subject, resolution: { kind: "none" } }),
      ],
    ],
    next: "ask what breaks if one of the changed symbols changes",
  },
  {
    name: "last commit",
    takes: "nothing",
    example: "what did the last commit change",
    forms: [
      "(?:what (?:did|does|is in|changed in|was changed in)|show(?: me)?|review|explain|describe|summari[sz]e|analy[sz]e) (?:the |my )?(?:last|latest|previous|most recent|head) commit(?: changed?| do| contain)?",
    ],
    calls: (asked) => [[{ tool: "analyze_diff", input: { scope: "commit" } }, meaning(asked)]],
    next: "ask what breaks if one of the changed symbols changes",
  },
  {
    name: "changes since",
    takes: "ref",
    example: "what changed since main",
    forms: [
      `what(?:'s| is| has| have| did)?(?: ${WE})? (?:been )?(?:changed?|new|different|modified|edited|added)(?: in the code)? (?:since|against|from|compared (?:to|with)|relative to|versus|vs) <x>`,
      `${SHOW}(?:review |summari[sz]e |analy[sz]e |check )?(?:the |my |our )?(?:changes?|diff|differences|edits|modifications) (?:since|against|from|to|with|versus|vs) <x>`,
      "(?:diff|compare)(?: against| with| to)? <x>",
    ],
    calls: (asked) => [[{ tool: "analyze_diff", input: { base: asked.subject } }, since(asked)]],
    next: "ask what breaks if one of the changed symbols changes",
  },
  {
    name: "changes",
    takes: "nothing",
    example: "what have I changed",
    forms: [
      `what(?:'s| is| has| have| did)?(?: ${WE})? (?:been )?(?:changed?|modified|edited|new|different)(?: so far| lately| recently| now)?`,
      `(?:${SHOW}|(?:review|summari[sz]e|analy[sz]e|check|describe|explain) )(?:the |my |our )*(?:uncommitted |local |unstaged |current |recent |last |latest |working tree )*(?:changes?|diff|edits|modifications)`,
      "git diff",
    ],
    calls: (asked) => [[{ tool: "analyze_diff", input: {} }, since({ ...asked, subject: "HEAD" })]],
    next: "name a branch or commit to compare with that",
  },
  {
    name: "text by expression",
    takes: "words",
    example: "search for the regex /retry.*times/",
    forms: ["(?:find|search|grep|look)(?: for)?(?: the| a)? (?:regex|regexp|regular expression|pattern) <x>"],
    calls: ({ subject }) => [
      [{ tool: "search_text", input: { pattern: subject.replace(/^\/(.*)\/$/, "$1"), regex: true } }],
    ],
    next: "get_symbol_source shows the symbols around the lines",
  },
  {
    name: "marks",
    takes: "words",
    example: "find all TODO comments",
    forms: [
      `(?:${SHOW}|where are |search(?: for)? |are there )(?:any |all |the )*<x>(?<=TODO|FIXME|XXX|HACK)s?(?: comments?| notes?| marks?)?`,
    ],
    calls: ({ subject }) => [[{ tool: "search_text", input: { pattern: subject, case: "sensitive" } }]],
    next: "name paths to narrow it",
  },
  {
    name: "text",
    takes: "words",
    example: 'find the text "order not found"',
    forms: [
      "(?:grep|rg|ripgrep)(?: for)? <x>",
      "(?:find|search|look)(?: for)?(?: me)?(?: the| a| all)? (?:text|string|strings|literal|words?|phrase|(?:error )?message|lines?(?: with| containing)?) <x>",
      "(?:which|what) files? (?:contains?|mentions?|has|have|includes?)(?: the)?(?: text| string| words?| phrase)? <x>",
      "where (?:does|is|do)(?: the)? (?:text|string|literal|word|phrase|(?:error )?message) <x> (?:appear|occur|come from|used|written|printed|logged|thrown|defined|stand)",
      'where (?:does|is) <x>(?<=["`]) (?:appear|occur|come from|written|printed|logged|thrown|mentioned)',
      '(?:find|search|look)(?: for)?(?: all| the)? <x>(?<=")',
    ],
    calls: ({ subject }) => [[{ tool: "search_text", input: { pattern: subject } }]],
    next: "get_symbol_source shows the symbols around the lines",
  },
  {
    name: "files",
    takes: "words",
    example: "find the file order-store.ts",
    forms: [
      "(?:find|locate|list|show|where (?:is|are)|which|what|search for)(?: me)?(?: the| all)* files? (?:is |are )?(?:named|called|matching|like|with (?:the )?name) <x>",
      "(?:find|locate|list|show|search(?: for)?|where (?:is|are))(?: me)?(?: the| all)* files? <x>",
      "(?:find|locate|list|show)(?: me)?(?: all)?(?: the)? <x> files",
      "where are(?: all)?(?: the)? <x> files",
    ],
    calls: ({ subject }) => [[{ tool: "search_files", input: { query: subject } }]],
    next: "analyze_file outlines one of them",
  },
  {
    name: "callers",
    takes: "symbol",
    firm: true,
    example: "who calls OrderStore.save",
    forms: [
      "(?:who|what|which \\w+|anything that|does (?:anything|anyone|anybody|something))(?: all| else)? (?:calls?|invokes?|triggers?) <x>",
      `${SHOW}callers (?:of|for) <x>`,
      `where (?:is|are) <x> (?:being |getting )?(?:called|invoked)(?: from| by)?`,
      `where do(?:es)? (?:${WE}|it) (?:call|invoke) <x>`,
      `${SHOW}(?:calls|invocations) (?:to|of) <x>`,
      "how (?:many \\w+ calls?|many times is|often is) <x>(?: called)?",
      "is <x> (?:ever )?(?:called|invoked)(?: anywhere| at all)?",
    ],
    calls: (asked) => [[calls(asked), text(asked)]],
    next: "get_symbol_source shows a caller; get_call_graph goes further than one step",
  },
  {
    name: "callees",
    takes: "symbol",
    firm: true,
    example: "what does OrderStore.save call",
    forms: [
      "(?:what|which (?:functions?|methods?|symbols?)|who) does <x> (?:call|invoke|use|depend on)",
      `${SHOW}callees of <x>`,
      "(?:what|which (?:functions?|methods?)) (?:is|are) (?:called|invoked) (?:by|from|in) <x>",
      `${SHOW}(?:outgoing )?calls (?:from|made by) <x>`,
    ],
    calls: (asked) => [[symbol("get_call_graph", { direction: "callees", depth: 1 })(asked), source(asked)]],
    next: "get_symbol_source shows a callee",
  },
  {
    name: "call graph",
    takes: "symbol",
    firm: true,
    example: "show the call graph of OrderStore.save",
    forms: [`${SHOW}(?:call (?:graph|tree|hierarchy|chain)|callers and callees) (?:of|for|around|from) <x>`],
    calls: (asked) => [[symbol("get_call_graph")(asked), references(asked), text(asked)]],
    next: "get_call_graph goes deeper, and the other way",
  },
  {
    name: "impact",
    takes: "symbol or place",
    firm: true,
    example: "what breaks if I change OrderStore",
    forms: [
      `what(?: all)?(?: else)?(?: will| would| could| might| may| can)? (?:breaks?|happens?|changes?|fails?|${BE} affected|be affected|be impacted|stops? working|go wrong) (?:if|when|once) ${WE} (?:were to )?${CHANGE} <x>`,
      `what(?: all)?(?: will| would| could| might| can)? (?:breaks?|happens?|fails?) (?:if|when) <x> (?:is|gets|was|were|has been)? ?${CHANGE}`,
      `(?:what (?:is|are|would be) (?:the )?|${SHOW})(?:impact|effects?|consequences|blast radius|risks?|ripple effects?) (?:of|from|to|on)(?: ${CHANGE}| a change (?:to|in|of))? <x>`,
      "(?:what|who|which \\w+)(?: all)?(?: else)? (?:depends?|relies|rely|rests?) (?:up)?on <x>",
      `${SHOW}(?:dependents|dependants) (?:of|on) <x>`,
      `(?:what|who|which \\w+) (?:is|are|would be|will be|gets) (?:affected|impacted|broken) (?:by|if)(?: ${WE})?(?: ${CHANGE})?(?: a change (?:to|in|of))? <x>`,
      `(?:is it (?:safe|ok|okay|dangerous|risky) (?:for me )?to|(?:can|may|could|should) ${WE}) (?:safely )?${CHANGE} <x>`,
      `what (?:should|must|do) ${WE} (?:need to |have to )?(?:check|test|update|look at|adapt|fix) (?:if|when|after|before) (?:${WE} )?${CHANGE} <x>`,
    ],
    calls: (asked) => [impact(asked)],
    next: "find_references lists each use; look at the tests that reach it before you change it",
  },
  {
    name: "tests",
    takes: "symbol or place",
    firm: true,
    example: "which tests cover OrderStore.save",
    forms: [
      "(?:which|what|are there)(?: any)? tests?(?: are there)? (?:that )?(?:covers?|tests?|exercises?|checks?|reach(?:es)?|hits?|for|of|covering) <x>",
      `(?:where (?:is|are) (?:the )?|${SHOW})(?:unit |integration )?tests? (?:for|of|covering|that cover) <x>`,
      "is <x> (?:covered(?: by (?:any )?tests?)?|(?:unit )?tested)(?: at all| anywhere)?",
      "how is <x> tested",
      "(?:who|what) tests <x>",
    ],
    calls: (asked) => [impact(asked)],
    next: "a test that only names it may not run it",
  },
  {
    name: "hierarchy",
    takes: "symbol",
    firm: true,
    example: "who implements Store",
    forms: [
      "(?:who|what|which \\w+)(?: all)? (?:implements?|extends?|inherits?(?: from)?|overrides?|subclasses|derives? from) <x>",
      `${SHOW}(?:subclasses|subtypes|implementations|implementers|implementors|overrides|children|descendants) of <x>`,
    ],
    calls: (asked) => [[symbol("find_references", { roles: ["extend"] })(asked), text(asked)]],
    next: "get_symbol_source shows one of them",
  },
  {
    name: "references",
    takes: "symbol or place",
    firm: true,
    example: "where is OrderStore used",
    forms: [
      "(?:who|what|which \\w+|does (?:anything|anyone|anybody|something))(?: all| else)? (?:uses?|references?|imports?|mentions?|instantiates?|creates?|consumes?|refers? to) <x>",
      "where (?:is|are|was)(?: all)? <x> (?:being )?(?:used|referenced|imported|instantiated|mentioned|created|constructed|consumed|read|set|assigned)(?: from| in| by)?",
      `where do(?:es)? (?:${WE}|it|the code) (?:use|import|reference|instantiate|create|read|set) <x>`,
      `${SHOW}(?:usages?|uses?|references?|occurrences|mentions) (?:of|to|for) <x>`,
      "is <x> (?:still |ever )?(?:used|referenced|needed|imported|unused|dead(?: code)?)(?: anywhere| at all)?",
    ],
    calls: (asked) =>
      asked.resolution.kind === "file" || asked.resolution.kind === "folder"
        ? [impact(asked)]
        : [[references(asked), text(asked)]],
    next: "get_symbol_source shows the code around a use",
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
    calls: (asked) => [[{ tool: "search_symbols", input: { query: asked.subject } }]],
    next: "get_symbol_source shows it",
  },
  {
    name: "place",
    takes: "symbol or place",
    example: "where is OrderStore",
    forms: ["where(?:'s| is| are) <x>", "(?:find|locate|search(?: for)?|look ?up|look for|go ?to) <x>"],
    calls: (asked) => [
      asked.resolution.kind === "file" || asked.resolution.kind === "folder"
        ? [outline(asked)]
        : [{ tool: "search_symbols", input: { query: asked.subject } }],
    ],
    next: "get_symbol_source shows a symbol, analyze_file a file",
  },
  {
    name: "outline",
    takes: "symbol or place",
    example: "what is in lib/order-store.ts",
    forms: [
      "(?:what is|what's|what are|what stands) (?:in|inside|under) <x>",
      "what does <x> (?:contain|define|export|expose|hold|provide|declare)",
      `(?:what (?:is|are) (?:the )?|${SHOW}|(?:outline|summari[sz]e) )(?:outline|structure|contents?|overview|summary|exports?|symbols|functions|classes|methods|types|members|fields|definitions)(?: are| is)?(?: defined| declared| there)? (?:of|in|inside|from|for) <x>`,
      "(?:which|what) (?:exports?|symbols|functions|classes|methods|types|members|fields)(?: are| is)?(?: defined| declared| there)? (?:of|in|inside|from) <x>",
      "(?:which|what) (?:symbols|functions|classes|methods|types|members|fields) does <x> (?:have|define|contain|export|declare)",
      "(?:outline|summari[sz]e) <x>",
    ],
    calls: (asked) => [[outline(asked)]],
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
    calls: (asked) => [
      asked.resolution.kind === "symbol" || asked.resolution.kind === "several" ? [source(asked)] : [outline(asked)],
    ],
    next: "find_references lists who uses it",
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
      "what does <x> (?:return|throw|yield|take|accept|raise)",
      "(?:signature|documentation|docs) (?:of|for) <x>",
    ],
    calls: (asked) =>
      asked.resolution.kind === "symbol" || asked.resolution.kind === "several"
        ? [[describe(asked), source(asked)], [source(asked)]]
        : [[outline(asked)]],
    next: "ask who calls it, or what breaks if it changes",
  },
  {
    name: "name",
    takes: "symbol or place",
    example: "OrderStore.save",
    forms: ["<x>"],
    calls: (asked) =>
      asked.resolution.kind === "symbol" || asked.resolution.kind === "several"
        ? [[describe(asked), source(asked)]]
        : [[outline(asked)]],
    next: "ask who calls it, or what breaks if it changes",
  },
  {
    name: "behaviour",
    takes: "nothing",
    example: "how does retrying work",
    forms: [
      "(?:how|why|where|when|which|what|who|is|are|does|do|can|could|should|has|have|find|show|list|explain|describe|locate|search)\\b .+",
      "(?:tell me )?about .+",
    ],
    calls: (asked) => [[meaning(asked)]],
    next: "ask again with the name of a symbol that the answer shows",
  },
];
