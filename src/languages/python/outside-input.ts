// What comes from outside of a Python program, and which calls are dangerous with it.
import type { OutsideInput } from "../contract/outside-input.ts";

export const pythonInput: OutsideInput = {
  functions: /^(?:function_definition|lambda)$/,
  sources: {
    request:
      /(?:(?:self|flask|info|context)\.)*request\.(?:args|form|values|json|data|get_json|get_data|cookies|headers|files|GET|POST|FILES|COOKIES|META|body|query_params|path_params|query_string|match_info|rel_url|query|params|path)\b(?:\.\w+|\[[^\]\n]*\]|\([^)\n]*\))*|self\.get_(?:query_|body_)?arguments?\([^)\n]*\)/y,
    caller: /sys\.argv\b(?:\[[^\]\n]*\])?|(?:raw_)?input\([^)\n]*\)|sys\.stdin\.read(?:line)?\(\)/y,
  },
  requestHandler: /@[\w.]+\.(?:route|get|post|put|delete|patch|websocket)\(/,
  harmlessParameter:
    /:\s*(?:int|float|bool|UUID|Request|Depends|\w*(?:Session|Model|Service|Client|Request|Response))\b|Depends\(/,
  implicitParameter: /^(?:self|cls|\*|\/|request|req)$/,
  calls: [
    { danger: "code", callee: /^(?:builtins\.)?(?:eval|exec|compile)$/, argument: 0 },
    {
      danger: "command",
      callee:
        /^os\.(?:system|popen)$|^commands\.get\w*output$|^subprocess\.getoutput$|^subprocess\.getstatusoutput$|^asyncio\.create_subprocess_shell$/,
      argument: 0,
    },
    {
      danger: "command",
      callee: /^(?:subprocess\.)?(?:run|call|check_call|check_output|Popen)$/,
      argument: 0,
      needs: /\bshell\s*=\s*True/,
      unless: /shlex\.quote/,
    },
    {
      danger: "query",
      callee:
        /\.(?:execute|executemany|executescript|raw|extra|text|fetch|fetchrow|fetchval|read_sql|read_sql_query|query)$|^(?:sqlalchemy\.)?text$/,
      argument: 0,
    },
    {
      danger: "object",
      callee: /^(?:c?[pP]ickle|_pickle|dill|cloudpickle|marshal|shelve|jsonpickle)\.(?:loads?|open|decode|Unpickler)$/,
      argument: 0,
    },
    {
      danger: "object",
      callee: /^yaml\.(?:load|load_all|unsafe_load)$/,
      argument: 0,
      unless: /SafeLoader|CSafeLoader|BaseLoader/,
    },
    {
      danger: "path",
      callee:
        /^(?:io\.|codecs\.|aiofiles\.)?open$|^os\.(?:remove|unlink|rmdir|listdir)$|^shutil\.(?:rmtree|copy\w*|move)$|^(?:flask\.)?send_file$|^FileResponse$/,
      argument: 0,
      unless: /secure_filename|basename|safe_join/,
    },
    {
      danger: "markup",
      callee: /^(?:markupsafe\.|safestring\.)?(?:Markup|mark_safe)$|^render_template_string$/,
      argument: 0,
    },
    {
      danger: "markup",
      callee: /^(?:\w*HttpResponse|HTMLResponse|make_response|Response)$/,
      argument: 0,
      builtOnly: true,
    },
  ],
  passing:
    /^(?:strip|lstrip|rstrip|str|format|join|lower|upper|decode|encode|replace|get|Path|abspath|realpath|expanduser|normpath|unquote|unquote_plus|b64decode|loads|text|title|removeprefix|removesuffix|split|bytes|f)$/,
};
