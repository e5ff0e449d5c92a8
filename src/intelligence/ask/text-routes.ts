// Data: questions about text and files, taken literally.
import { type Route, SHOW } from "./route.ts";

/** Part of a file's name: no superlative, and no state that a file is in. */
const ONE_WORD = "(?=\\S+ files$)(?!\\w+est\\b|most\\b|chang|modif|edit|new\\b|recent|import|excluded|ignored)";
const MARK = "(?:TODO|FIXME|XXX|HACK)";

export const TEXT_ROUTES: readonly Route[] = [
  {
    name: "structure",
    takes: "words",
    example: "find code like retry($X, $$$REST)",
    forms: [
      "(?=.*\\$[A-Z_])(?:find|search(?: for)?|list|show|where are)(?: me)?(?: all| every)?(?: the)?(?: code| calls?| expressions?| statements?| places| patterns?)?(?: like| shaped like| that looks? like| matching| of the (?:form|shape)| with the (?:shape|pattern|structure)(?: of)?)? <x>",
    ],
    calls: ({ subject, language }) => [
      { tool: "search_ast", input: { pattern: subject, ...(language === null ? {} : { language }) } },
    ],
    next: "search_ast takes another language, and paths",
  },
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
    name: "marks",
    takes: "words",
    example: "find all TODO comments",
    forms: [
      `(?:${SHOW}|where are |search(?: for)? |grep(?: for)? |are there |how many )(?:any |all |the |open )*(?=${MARK})<x>(?<=${MARK}s?)(?: comments?| notes?| marks?)?(?: are there| are left| exist)?`,
      `.*\\b(?=${MARK}s? \\w)<x> (?:comments?|notes?|marks?)`,
    ],
    calls: ({ subject }) => {
      const marks = subject.match(new RegExp(MARK, "gi")) ?? [subject];
      const regex = marks.length > 1 ? { regex: true } : {};
      return [{ tool: "search_text", input: { pattern: marks.join("|"), ...regex, case: "sensitive" } }];
    },
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
      `(?:find|search|look)(?: for)?(?: me)?(?: all| the| every)?(?: occurrences of| mentions of)? <x>(?<=["'”])`,
    ],
    calls: ({ subject }) => [{ tool: "search_text", input: { pattern: subject } }],
    next: "get_symbol_source shows the symbols around the lines",
  },
  {
    name: "files of a folder",
    takes: "place",
    example: "what files are in lib/",
    forms: [
      "(?:what|which) (?:[\\w+#]+ )?files(?: are| is| lie| live)?(?: there)? (?:in|inside|under|below|of|within) <x>",
      `${SHOW}(?:[\\w+#]+ )?files (?:in|inside|under|below|of|within) <x>`,
      `(?:list|show(?: me)?|give me) (?:all|everything)(?: that is| there is)? (?:in|inside|under|below|of|within) <x>`,
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
      "(?:find|locate|list|show|which|what|search for)(?: me)?(?: the| all)* files? (?:that |whose names? )?(?:end|start|begin)(?:s|ing)? (?:in|with) <x>",
      "(?:find|locate|list|show|where (?:is|are)|which|what|search for)(?: me)?(?: the| all)* files? (?:is |are )?(?:named|called|matching|like|with (?:the )?name) <x>",
      "(?:find|locate|list|show|search(?: for)?|where (?:is|are))(?: me)?(?: the| all)* files? <x>",
      `(?:find|locate|list|show)(?: me)?(?: all)?(?: the)? ${ONE_WORD}<x> files`,
      `where are(?: all)?(?: the)? ${ONE_WORD}<x> files`,
    ],
    calls: ({ question, subject }) => {
      const [, side] = /\bfiles? (?:that |whose names? )?(end|start|begin)/i.exec(question) ?? [];
      const query = side === undefined ? subject : side.toLowerCase() === "end" ? `*${subject}` : `${subject}*`;
      return [{ tool: "search_files", input: { query } }];
    },
    next: "analyze_file outlines one of them",
  },
];
