// What comes from outside of a Rust program, and which calls are dangerous with it.
import type { OutsideInput } from "../contract/outside-input.ts";

const SHELL = String.raw`Command::new\(\s*"(?:/(?:usr/)?bin/)?(?:ba|z|da|k)?sh"\s*\)`;
const WINDOWS_SHELL = String.raw`Command::new\(\s*"cmd(?:\.exe)?"\s*\)`;
const QUOTED = /shell_escape|shlex::|shell_words::/;
const CALLS = String.raw`(?:\.\w+(?:::<[^<>()\n]*>)?\([^()\n]*\))*`;
const TEXTS = String.raw`(?:String|&str|\(\s*String(?:\s*,\s*String)+\s*\)|(?:std::collections::)?(?:Hash|BTree)Map<\s*String\s*,\s*String\s*>|(?:serde_json::)?Value)`;
const TEXT_FIELD = /:\s*(?:Option<\s*)?(?:String|&(?:'\w+\s+)?str|(?:std::path::)?PathBuf)\s*>?$/;

export const rustInput: OutsideInput = {
  functions: /^(?:function_item|closure_expression)$/,
  sources: {
    request: new RegExp(
      String.raw`(?:req|request)\.(?:match_info\(\)\.(?:get|query)\([^()\n]*\)|query_string\(\)|uri\(\)\.(?:query|path)\(\)|headers\(\)\.get\([^()\n]*\)|param\([^()\n]*\)|cookie\([^()\n]*\))${CALLS}`,
      "y",
    ),
    caller: new RegExp(
      String.raw`(?:std::)?env::args(?:_os)?\(\)${CALLS}|(?:std::)?io::read_to_string\((?:std::)?(?:io::)?stdin\(\)\)|matches\.(?:value_of|get_one::<String>)\([^()\n]*\)`,
      "y",
    ),
  },
  // Extractors whose value is a text. Of a structure that other files declare, the fields may be numbers.
  requestParameter: new RegExp(
    String.raw`:\s*(?:\w+::)*(?:Path|Query|Form|Json)<\s*${TEXTS}\s*>|:\s*(?:\w+::)*RawQuery\b`,
  ),
  requestType: { parameter: /:\s*(?:\w+::)*(?:Path|Query|Form|Json)<\s*([A-Z]\w*)\s*>/, isText: holdsTextsAlone },
  requestHandler:
    /#\[(?:\w+::)*(?:get|post|put|delete|patch|head|options)\(\s*"[^\]\n]*\]\s*(?:#\[[^\]\n]*\]\s*|\/\/[^\n]*\n\s*)*$/,
  handlerParameter: /:\s*(?:Option<\s*)?(?:&(?:'\w+\s+)?)?(?:std::path::)?(?:str|String|PathBuf)\b/,
  harmlessParameter:
    /:\s*(?:&(?:'\w+\s+)?(?:mut\s+)?)?(?:[iu](?:8|16|32|64|128|size)|f32|f64|bool|char|(?:\w+::)*(?:Uuid|Duration|IpAddr|SocketAddr))\b/,
  implicitParameter: /^&?\s*(?:'\w+\s+)?(?:mut\s+)?self\b/,
  heldReceivers: true,
  calls: [
    { danger: "command", callee: /(?:^|::)Command::new$/, argument: 0 },
    {
      danger: "command",
      callee: new RegExp(String.raw`${SHELL}.*\.arg\(\s*"-l?c"\s*\)\.arg$`, "s"),
      argument: 0,
      unless: QUOTED,
    },
    {
      danger: "command",
      callee: new RegExp(String.raw`${SHELL}.*\.args$`, "s"),
      argument: 0,
      needs: /\.args\(\s*&?(?:vec!)?\[\s*"-l?c"\s*,/,
      unless: QUOTED,
    },
    {
      danger: "command",
      callee: new RegExp(String.raw`${WINDOWS_SHELL}.*\.arg\(\s*"/[cCkK]"\s*\)\.args?$`, "s"),
      argument: 0,
    },
    {
      danger: "command",
      callee: new RegExp(String.raw`${WINDOWS_SHELL}.*\.args$`, "s"),
      argument: 0,
      needs: /\.args\(\s*&?(?:vec!)?\[\s*"\/[cCkK]"\s*,/,
    },
    { danger: "command", callee: /(?:^|::)Exec::shell$|(?:^|::)sh_dangerous$/, argument: 0, unless: QUOTED },
    { danger: "code", callee: /\blua\.load$|\bengine\.eval(?:::<.*>)?$/, argument: 0 },
    {
      danger: "query",
      callee: /(?:^|::)(?:query|query_as|query_scalar|raw_sql|sql_query)(?:::<.*>)?$/,
      argument: 0,
    },
    {
      danger: "query",
      callee:
        /\.(?:execute|execute_batch|batch_execute|query|query_row|query_one|query_opt|query_map|query_first|query_iter|query_drop|exec|exec_first|exec_drop|exec_iter|prepare|prepare_cached|simple_query)(?:::<.*>)?$/,
      argument: 0,
    },
    { danger: "query", callee: /(?:^|::)Statement::from_string$/, argument: 1 },
    {
      danger: "path",
      callee:
        /(?:^|::)fs::(?:read|read_to_string|write|remove_file|remove_dir|remove_dir_all|read_dir|copy|rename)$|(?:^|::)(?:Named)?File::(?:open|create)$/,
      argument: 0,
      unless: /\.file_name\(\)/,
    },
    { danger: "markup", callee: /(?:^|::)(?:Raw)?Html$/, argument: 0, builtOnly: true },
    { danger: "markup", callee: /\.content_type\("text\/html[^"]*"\)\.body$/, argument: 0, builtOnly: true },
  ],
  numbers: {
    node: /^call_expression$/,
    text: /\.(?:len|count|is_\w+|parse(?:::<[^()]*>)?)\(\)(?:\.(?:unwrap\w*|expect|ok|ok_or\w*|map_err)\([^()]*\)|\?)*$/,
  },
  opaque:
    /^(?:match_expression|if_expression|block|unsafe_block|async_block|loop_expression|while_expression|for_expression|struct_expression|tuple_expression)$/,
  arms: { node: /^match_arm$/, pattern: /^\s*(?:Some|Ok)\(/ },
  macros: { node: /^macro_invocation$/, passing: /^(?:std::)?(?:format|format_args|concat|vec)$/ },
  passing:
    /^(?:to_string|to_owned|to_str|to_string_lossy|as_str|as_ref|as_deref|as_bytes|into|into_owned|into_string|into_inner|clone|cloned|trim\w*|to_lowercase|to_uppercase|to_ascii_\w+|replace|unwrap|unwrap_or|unwrap_or_default|unwrap_or_else|expect|ok|ok_or|ok_or_else|join|concat|get|nth|collect|to_path_buf|display|Some|Ok)$/,
  passingCalls: /(?:^|::)(?:String|PathBuf|Path|OsString|OsStr|Cow)::(?:from|new)$/,
};

/** Whether the text declares a structure of this name, and each of its fields is text. */
function holdsTextsAlone(source: string, type: string): boolean {
  const body = new RegExp(`\\bstruct\\s+${type}(?:<'\\w+>)?\\s*\\{([^{}]*)\\}`).exec(source)?.[1] ?? "";
  const fields = body
    .replace(/\/\/[^\n]*|#\[[^\]]*\]/g, "")
    .split(",")
    .map((field) => field.trim())
    .filter((field) => field !== "");
  return fields.length > 0 && fields.every((field) => TEXT_FIELD.test(field));
}
