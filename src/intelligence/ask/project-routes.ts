// Data: questions about the project as a whole, such as its purpose, the state of its index, and changes.
import { type Route, SHOW, WE } from "./route.ts";

export const PROJECT_ROUTES: readonly Route[] = [
  {
    name: "overview",
    takes: "nothing",
    example: "what is this repository",
    forms: [
      "(?:what|which) (?:is|are|does|kind of project is) (?:this|the|our) (?:whole |entire )?(?:repo|repository|project|code ?base|program|code|app|application|library)(?: about| for| do| all about)?",
      `${SHOW}(?:a |an )?(?:quick |high[- ]level |short |brief |overall )?(?:overview|architecture|summary|big picture|tour|structure|layout|organi[sz]ation)(?: of (?:this|the|our) (?:repo|repository|project|code ?base|code|system))?`,
      "(?:explain|describe|summari[sz]e|introduce)(?: to me| me)? (?:this|the|our) (?:whole |entire )?(?:repo|repository|project|code ?base|architecture)(?: to me)?",
      "how is (?:this|the|our) (?:repo|repository|project|code ?base|code|system) (?:structured|organi[sz]ed|laid out|built)",
      "where (?:do|should|can) (?:i|we) (?:start|begin)(?: reading)?",
      "what (?:are|is) the (?:main )?entry points?",
    ],
    hints: [
      "\\b(?:overview|architecture|big picture)\\b",
      "\\bmain (?:parts|components|pieces|areas|building blocks|layers)\\b",
    ],
    calls: () => [{ tool: "get_repo_overview", input: {} }],
    next: "ask about one of its modules, files or symbols",
  },
  {
    name: "hubs and cycles",
    takes: "nothing",
    example: "are there import cycles",
    forms: [
      "(?:are there |find |list |show(?: me)? |which |what )(?:any |all |the )*(?:import |dependency |module |circular |cyclic )*(?:cycles|circular (?:imports|dependencies)|cyclic (?:imports|dependencies))(?: are there| exist| do we have)?",
      "(?:which|what)(?: are)?(?: the)? (?:files?|modules?|parts?)(?: that)? (?:are imported|are used)(?: the)? most(?: often)?",
      `(?:(?:which|what) (?:files? |modules? |parts? )?(?:is|are) the |${SHOW})(?:hubs?|most (?:imported|used|important|central|depended on)(?: files?| modules?)?|central (?:files?|modules?))`,
    ],
    hints: [
      "\\b(?:import|dependency|circular|cyclic)(?: import| dependency)? (?:cycles?|imports?|dependenc(?:y|ies)|loops?)\\b",
      "\\bmost (?:(?:often|frequently|heavily|commonly) )?(?:imported|used|depended|important|central|complex)\\b",
      "\\b(?:biggest|largest|riskiest|busiest) (?:files?|modules?|parts?)\\b",
      "\\b(?:files?|modules?|parts?|symbols?|functions?) (?:is|are) (?:the )?(?:most )?(?:biggest|largest|riskiest|risky|busiest|central|complex)\\b",
    ],
    calls: () => [{ tool: "get_repo_overview", input: {} }],
    next: "analyze_file outlines one of the files; get_symbol tells the risk of a symbol",
  },
  {
    name: "hotspots",
    takes: "nothing",
    example: "which files change most",
    forms: [
      "(?:which|what)(?: are)?(?: the)? (?:files?|modules?|parts?)(?: that)? (?:change|changes|are changed|is changed)(?: the)? most(?: often)?",
      `(?:(?:which|what) (?:files? |modules? |parts? )?(?:is|are) (?:the |our )?|where (?:is|are) (?:the |our )?|${SHOW})(?:hot ?spots?|most (?:(?:often|frequently) )?(?:changed|edited|modified)(?: files?| modules?)?)(?: (?:of|in) (?:this|the|our) (?:repo|repository|project|code ?base|code|history))?`,
    ],
    hints: [
      "\\bhot ?spots?\\b|\\bchurn\\b",
      "\\bmost (?:(?:often|frequently|heavily|commonly|recently) )?(?:changed|edited|modified)\\b|\\bchanges? (?:the )?most\\b",
    ],
    calls: () => [{ tool: "get_repo_overview", input: {} }],
    next: "analyze_file says of one of them what changes with it",
  },
  {
    name: "modules",
    takes: "nothing",
    example: "which modules are there",
    forms: [
      "(?:what|which) (?:modules|packages|components|subsystems|parts)(?: are there| exist| does (?:this|it|the project) have| make up (?:this|the) (?:project|repo|repository))?",
      `${SHOW}(?:modules|packages|subsystems)(?: of (?:this|the) (?:project|repo|repository))?`,
      "how (?:do|are) (?:the )?(?:modules|packages|crates|subsystems) (?:depend(?:ing)? on|use|import|relate(?:d)? to|connect(?:ed)?(?: to)?|fit)(?: each other| one another| together)?",
    ],
    hints: ["^(?:what|which|how many|list|show|are|into)\\b.*\\b(?:modules|packages|crates|subsystems)\\b"],
    calls: () => [{ tool: "list_modules", input: {} }],
    next: "get_module shows one of them",
  },
  {
    name: "module",
    takes: "words",
    example: "what is in the module orders",
    forms: [
      "(?:explain|describe|outline|summari[sz]e|tell me about|about|show(?: me)?|what is(?: in)?|what does) (?:the )?(?:module|package) <x>(?: do| contain| export)?",
      "(?:explain|describe|outline|summari[sz]e|tell me about|about|what is in|what does) (?:the )?<x> (?:module|package)(?: do| contain| export)?",
    ],
    calls: ({ subject }) => [{ tool: "get_module", input: { module: subject } }],
    next: "list_modules has the names of all",
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
    hints: ["\\bprogramming languages?\\b", "\\blanguages?\\b.*\\b(?:written|coded|made up) (?:in|of)\\b"],
    calls: () => [{ tool: "list_languages", input: {} }],
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
    calls: () => [{ tool: "health", input: {} }],
    next: "generate_index waits until all files are indexed",
  },
  {
    name: "syntax",
    takes: "place",
    example: "are there syntax errors in lib/app.ts",
    forms: [
      `(?:are there |is there |${SHOW})(?:any )?(?:syntax|parse|parsing) errors? (?:in|of) <x>`,
      "(?:does|do) <x> (?:still parse|parse|have (?:any )?(?:syntax|parse|parsing) errors?)",
      "is <x> (?:syntactically )?(?:valid|correct)(?: syntax)?",
      "(?:validate|check)(?: the)? syntax of <x>",
    ],
    calls: ({ resolution, subject }) => {
      const path = resolution.kind === "file" || resolution.kind === "folder" ? resolution.path : subject;
      return [{ tool: "validate_syntax", input: { paths: [path] } }];
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
    hints: [
      "\\b(?:syntax|parse|parsing) (?:errors?|problems?)\\b",
      "\\bfails? to (?:parse|compile)\\b|\\b(?:broken|invalid|valid) syntax\\b",
    ],
    calls: () => [{ tool: "validate_syntax", input: {} }],
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
    calls: () => [{ tool: "analyze_diff", input: { scope: "staged" } }],
    next: "ask what breaks if one of the changed symbols changes",
  },
  {
    name: "commit",
    takes: "ref",
    example: "what changed in commit 1f2e3d4",
    forms: [
      "(?:what|which \\w+) (?:is |was |were |has |have )?(?:been )?(?:changed?|new|modified|edited|added|removed) (?:in|by|with) (?:the )?commit <x>",
      "(?:what|which \\w+) (?:is |was |were |has |have )?(?:been )?(?:changed?|new|modified|edited|added|removed) (?:in|by|with) <x>(?<=\\b(?:HEAD(?:[~^]\\d*)*|v?\\d+(?:\\.\\d+)+|[0-9a-f]{7,40}))",
      "(?:what (?:did|does|is in)|show(?: me)?|review|explain|describe|summari[sz]e|analy[sz]e) (?:the )?commit <x>(?: changed?| do| contain)?",
    ],
    calls: ({ subject }) => [{ tool: "analyze_diff", input: { scope: "commit", ref: subject } }],
    next: "ask what breaks if one of the changed symbols changes",
  },
  {
    name: "last commit",
    takes: "nothing",
    example: "what did the last commit change",
    forms: [
      "(?:what (?:did|does|is in|changed in|was changed in)|show(?: me)?|review|explain|describe|summari[sz]e|analy[sz]e) (?:the |my )?(?:last|latest|previous|most recent|head) commit(?: changed?| do| contain)?",
    ],
    calls: () => [{ tool: "analyze_diff", input: { scope: "commit" } }],
    next: "ask what breaks if one of the changed symbols changes",
  },
  {
    name: "changes since",
    takes: "ref",
    example: "what changed since main",
    forms: [
      `what(?:'s| is| has| have| did)?(?: ${WE})? (?:been )?(?:changed?|new|different|modified|edited|added)(?: in the code)? (?:since|after|between|against|from|compared (?:to|with)|relative to|versus|vs) <x>(?: (?:and|to|until|till) (?:now|today|HEAD))?`,
      "(?:which|what) (?:\\w+ )+(?:is |was |were |has |have )?(?:been )?(?:changed?|new|modified|edited|added|removed|touched)(?: \\w+){0,2} (?:since|after|between) <x>(?: (?:and|to|until|till) (?:now|today|HEAD))?",
      `${SHOW}(?:review |summari[sz]e |analy[sz]e |check )?(?:the |my |our )?(?:changes?|diff|differences|edits|modifications) (?:since|against|from|to|with|versus|vs) <x>`,
      "(?:diff|compare)(?: against| with| to)? <x>",
    ],
    calls: ({ subject }) => [{ tool: "analyze_diff", input: { base: subject } }],
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
    hints: [
      "\\b(?:uncommitted|unstaged|un-?committed|not yet committed)\\b|\\bworking (?:tree|copy)\\b",
      "\\b(?:recent|latest|local|my) (?:changes|edits|modifications)\\b",
    ],
    calls: () => [{ tool: "analyze_diff", input: {} }],
    next: "name a branch or commit to compare with that",
  },
];
