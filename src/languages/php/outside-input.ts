// What comes from outside of a PHP program, and which calls are dangerous with it.
import type { OutsideInput } from "../contract/outside-input.ts";

export const phpInput: OutsideInput = {
  functions: /^(?:function_definition|method_declaration|anonymous_function|arrow_function)$/,
  sources: {
    request:
      /\$_(?:GET|POST|REQUEST|COOKIE|FILES)\b(?:\[[^\]\n]*\])*|\$_SERVER\[['"](?:HTTP_\w+|QUERY_STRING|REQUEST_URI|PHP_SELF|PATH_INFO)['"]\]|\$(?:this->)?request->(?:input|query|post|get|cookie|header|all|query->get|request->get|cookies->get|headers->get|getQueryParams|getParsedBody|getContent)\b(?:\([^)\n]*\))?/y,
    caller: /(?:\$_SERVER\[['"]argv['"]\]|\$argv\b)(?:\[[^\]\n]*\])?/y,
  },
  harmlessParameter: /^\??(?:int|float|bool)\s/,
  calls: [
    { danger: "code", callee: /^(?:eval|assert|create_function)$/, argument: null },
    {
      danger: "command",
      callee: /^\\?(?:exec|shell_exec|system|passthru|popen|proc_open|pcntl_exec)$/,
      argument: 0,
      unless: /escapeshell/,
    },
    {
      danger: "query",
      callee: /^\\?(?:mysqli?_query|pg_query|sqlite_query)$/,
      argument: null,
      unless: /real_escape_string/,
    },
    {
      danger: "query",
      callee:
        /(?:->|::)(?:query|exec|prepare|raw|select|statement|unprepared|whereRaw|selectRaw|orderByRaw|executeQuery|executeStatement)$/,
      argument: 0,
      unless: /->quote\(|real_escape_string/,
    },
    { danger: "object", callee: /^\\?unserialize$/, argument: 0, unless: /allowed_classes/ },
    {
      danger: "path",
      callee: /^\\?(?:file_get_contents|file_put_contents|fopen|readfile|file|unlink|include|require)$/,
      argument: 0,
      unless: /basename\(/,
    },
  ],
  statements: {
    echo_statement: "markup",
    include_expression: "path",
    include_once_expression: "path",
    require_expression: "path",
    require_once_expression: "path",
    shell_command_expression: "command",
  },
  numbers: { node: /^cast_expression$/, text: /^\(\s*(?:int|integer|float|double|bool|boolean)\s*\)/i },
  passing:
    /^(?:trim|ltrim|rtrim|sprintf|implode|join|strtolower|strtoupper|substr|str_replace|urldecode|rawurldecode|base64_decode|stripslashes|nl2br|strval)$/,
};
