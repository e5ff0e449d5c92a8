// What comes from outside of a Go program, and which calls are dangerous with it.
import type { OutsideInput } from "../contract/outside-input.ts";

export const goInput: OutsideInput = {
  functions: /^(?:function_declaration|method_declaration|func_literal)$/,
  sources: {
    request:
      /(?:r|req|request|c\.Request|ctx\.Request)\.(?:URL\.(?:Query\(\)(?:\.Get\([^)\n]*\)|\[[^\]\n]*\])|Path|RawQuery)|FormValue\([^)\n]*\)|PostFormValue\([^)\n]*\)|PathValue\([^)\n]*\)|Form\.Get\([^)\n]*\)|Header\.Get\([^)\n]*\))|mux\.Vars\(\w+\)\[[^\]\n]*\]|chi\.URLParam\([^)\n]*\)|(?:c|ctx)\.(?:Query|Param|PostForm|DefaultQuery|GetHeader|QueryParam|FormValue|Params)\([^)\n]*\)/y,
    caller: /os\.Args\b(?:\[[^\]\n]*\])?|flag\.Arg\([^)\n]*\)/y,
  },
  harmlessParameter: /\b(?:u?int\d*|float\d+|bool|time\.\w+|context\.Context)$/,
  calls: [
    {
      danger: "command",
      callee: /^exec\.Command$/,
      argument: null,
      needs: /"(?:\/bin\/)?(?:ba|z|da)?sh"\s*,\s*"-l?c"|"cmd(?:\.exe)?"\s*,\s*"\/[cC]"/,
    },
    { danger: "command", callee: /^exec\.Command$/, argument: 0 },
    {
      danger: "command",
      callee: /^exec\.CommandContext$/,
      argument: null,
      needs: /"(?:\/bin\/)?(?:ba|z|da)?sh"\s*,\s*"-l?c"/,
    },
    {
      danger: "query",
      callee: /\.(?:Query|QueryRow|Exec|Prepare|Raw|Queryx|Get|Select|NamedExec|MustExec)$/,
      argument: 0,
    },
    {
      danger: "query",
      callee: /\.(?:QueryContext|QueryRowContext|ExecContext|PrepareContext|QueryxContext|GetContext|SelectContext)$/,
      argument: 1,
    },
    {
      danger: "path",
      callee: /^(?:os|ioutil)\.(?:Open|OpenFile|ReadFile|WriteFile|Create|Remove|RemoveAll|ReadDir)$/,
      argument: 0,
      unless: /filepath\.Base\(/,
    },
    { danger: "path", callee: /^http\.ServeFile$/, argument: 2, unless: /filepath\.Base\(|\.URL\.Path/ },
    { danger: "markup", callee: /^template\.(?:HTML|JS|HTMLAttr)$/, argument: 0 },
    { danger: "markup", callee: /^fmt\.Fprintf?$|^io\.WriteString$|^w\.Write$/, argument: null, builtOnly: true },
  ],
  passing:
    /^(?:Sprintf|Sprint|Join|TrimSpace|Trim\w*|ToLower|ToUpper|ReplaceAll|Replace|String|string|Clean|QueryUnescape|PathUnescape|Repeat|byte)$/,
};
