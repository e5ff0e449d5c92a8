// Questions about text and files, taken as they are written. Data.
import { type Route, SHOW } from "./route.ts";

export const TEXT_ROUTES: readonly Route[] = [
  {
    name: "text by expression",
    takes: "words",
    example: "search for the regex /retry.*times/",
    forms: ["(?:find|search|grep|look)(?: for)?(?: the| a)? (?:regex|regexp|regular expression|pattern) <x>"],
    calls: ({ subject }) => [
      { tool: "search_text", input: { pattern: subject.replace(/^\/(.*)\/$/, "$1"), regex: true } },
    ],
    next: "get_symbol_source shows the symbols around the lines",
  },
  {
    name: "structure",
    takes: "words",
    example: "find code like retry($X, $$$REST)",
    forms: [
      "(?=.*\\$)(?:find|search(?: for)?|list|show|where are)(?: me)?(?: all| every)?(?: the)?(?: code| calls?| expressions?| statements?| places)?(?: like| matching| of the (?:form|shape)| with the (?:shape|pattern|structure)(?: of)?)? <x>",
    ],
    calls: ({ subject, language }) => [
      { tool: "search_ast", input: { pattern: subject, ...(language === null ? {} : { language }) } },
    ],
    next: "search_ast takes another language, and paths",
  },
  {
    name: "marks",
    takes: "words",
    example: "find all TODO comments",
    forms: [
      `(?:${SHOW}|where are |search(?: for)? |are there )(?:any |all |the )*<x>(?<=TODO|FIXME|XXX|HACK)s?(?: comments?| notes?| marks?)?`,
    ],
    calls: ({ subject }) => [{ tool: "search_text", input: { pattern: subject, case: "sensitive" } }],
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
    calls: ({ subject }) => [{ tool: "search_text", input: { pattern: subject } }],
    next: "get_symbol_source shows the symbols around the lines",
  },
  {
    name: "files of a folder",
    takes: "place",
    example: "what files are in lib/",
    forms: [
      "(?:what|which) files(?: are| is)?(?: there)? (?:in|inside|under|below|of) <x>",
      `${SHOW}files (?:in|inside|under|below|of) <x>`,
    ],
    calls: ({ resolution, subject }) => {
      const path = resolution.kind === "folder" || resolution.kind === "file" ? resolution.path : subject;
      return [{ tool: "search_files", input: { query: resolution.kind === "folder" ? `${path}/**` : path } }];
    },
    next: "analyze_file outlines one of them",
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
    calls: ({ subject }) => [{ tool: "search_files", input: { query: subject } }],
    next: "analyze_file outlines one of them",
  },
];
