// What comes from outside of a JavaScript or TypeScript program, and which calls are dangerous with it.
import type { OutsideInput } from "../contract/outside-input.ts";

const PROCESS = String.raw`(?:^|\b(?:cp|child_?[pP]rocess|shell(?:js)?)\.)`;

export const ecmascriptInput: OutsideInput = {
  functions:
    /^(?:function_declaration|function_expression|arrow_function|method_definition|generator_function(?:_declaration)?)$/,
  sources: {
    request:
      /(?:(?:req|request|ctx|context|c|event)(?:\.(?:req|request))?\??\.(?:query|body|params?|cookies|rawBody|queryStringParameters|pathParameters|originalUrl)\b(?:\??\.\w+|\[[^\]\n]*\]|\([^)\n]*\))*|(?:req|request)\.(?:headers|url|files?)\b(?:\.\w+|\[[^\]\n]*\])*|URL\((?:\w+\.)*req(?:uest)?\.url\b[^)\n]*\)\.searchParams\.get\([^)\n]*\)|(?:\w+\.)?searchParams\.get\([^)\n]*\)|(?:window\.|document\.)?location\.(?:search|hash|href)\b|document\.(?:URL|referrer)\b)/y,
    caller: /process\.argv\b(?!\[[01]\])(?:\[[^\]\n]*\])?/y,
  },
  harmlessParameter: /:\s*(?:number|boolean|bigint)\b/,
  calls: [
    {
      danger: "code",
      callee:
        /(?:^|\bwindow\.|\bglobal(?:This)?\.)eval$|^new Function$|^Function$|\bvm\.(?:runIn\w+|compileFunction)$|^new vm\.Script$/,
      argument: null,
    },
    { danger: "command", callee: new RegExp(`${PROCESS}exec(?:Sync)?$|^execAsync$`), argument: 0 },
    {
      danger: "command",
      callee: new RegExp(`${PROCESS}(?:spawn|execFile)(?:Sync)?$`),
      argument: null,
      needs: /\bshell\s*:\s*(?!false)/,
    },
    { danger: "command", callee: new RegExp(`${PROCESS}(?:spawn|execFile)(?:Sync)?$`), argument: 0 },
    {
      danger: "query",
      callee: /\.(?:query|execute|raw|\$queryRawUnsafe|\$executeRawUnsafe|prepare|all|get|run|exec)$/,
      argument: 0,
    },
    {
      danger: "object",
      callee: /(?:^|\.)(?:unserialize|deserialize)$/,
      argument: 0,
      needs: /serialize\.|node-serialize/,
    },
    {
      danger: "path",
      callee:
        /(?:^|\bfs(?:p|\.promises|Promises)?\.)(?:readFile|readFileSync|writeFile|writeFileSync|appendFile|createReadStream|createWriteStream|unlink|unlinkSync|rm|rmSync|readdir|readdirSync)$/,
      argument: 0,
      unless: /\bbasename\(/,
    },
    {
      danger: "path",
      callee: /\bres(?:ponse)?\.(?:sendFile|download)$/,
      argument: 0,
      unless: /\broot\s*:|\bbasename\(/,
    },
    { danger: "markup", callee: /\bdocument\.write(?:ln)?$|\.insertAdjacentHTML$/, argument: null },
    { danger: "markup", callee: /\bres(?:ponse)?\.(?:send|end|write)$/, argument: 0, builtOnly: true },
  ],
  targets: { pattern: /\.(?:innerHTML|outerHTML)$/, danger: "markup" },
  numbers: { node: /^unary_expression$/, text: /^(?:[+~!-]|typeof\b)/ },
  passing:
    /^(?:trim\w*|toString|String|toLowerCase|toUpperCase|concat|join|slice|substring|substr|decodeURI(?:Component)?|normalize|resolve|format|get|parse|unescape|from|replaceAll|padStart|padEnd|raw)$/,
};
