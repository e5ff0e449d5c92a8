// What comes from outside of a C# program, and which calls are dangerous with it.
import type { OutsideInput } from "../contract/outside-input.ts";

export const csharpInput: OutsideInput = {
  functions: /^(?:method_declaration|constructor_declaration|local_function_statement|lambda_expression)$/,
  sources: {
    request:
      /(?:(?:HttpContext|context|httpContext)\.)?Request\.(?:Query|Form|QueryString|Headers|Cookies|Params|RouteValues)\b(?:\[[^\]\n]*\]|\.\w+)*|Request\[[^\]\n]*\]|(?:[hH]ttpR|r)equest\.(?:Query|Form|QueryString|Cookies|RouteValues)\b(?:\[[^\]\n]*\]|\.\w+)*/y,
    caller: /(?:System\.)?Environment\.GetCommandLineArgs\(\)(?:\[[^\]\n]*\])?|args\[[^\]\n]*\]|Console\.ReadLine\(\)/y,
  },
  requestParameter: /\[From(?:Query|Route|Body|Form|Header)\b[\s\S]*\bstring\b/,
  harmlessParameter: /^(?:int|long|bool|Guid|double|decimal|DateTime|CancellationToken)\b/,
  calls: [
    { danger: "command", callee: /^(?:System\.Diagnostics\.)?Process\.Start$/, argument: null },
    {
      danger: "query",
      callee:
        /\.(?:ExecuteSqlRaw(?:Async)?|FromSqlRaw|SqlQueryRaw|Execute(?:Async)?|Query\w*|ExecuteSqlCommand)(?:<[^>]*>)?$|^new (?:\w*Sql|Npgsql|OleDb|Odbc|Oracle)\w*Command$/,
      argument: 0,
    },
    {
      danger: "object",
      callee: /\b(?:BinaryFormatter|formatter|serializer)\.Deserialize$/i,
      argument: 0,
      needs: /BinaryFormatter|NetDataContractSerializer|LosFormatter|SoapFormatter/,
    },
    {
      danger: "path",
      callee:
        /^(?:System\.IO\.)?File\.(?:Open\w*|Read\w*|Write\w*|Delete|Append\w*)$|^new (?:FileStream|StreamReader|StreamWriter)$/,
      argument: 0,
      unless: /GetFileName\(/,
    },
    { danger: "markup", callee: /^Html\.Raw$|^new HtmlString$/, argument: 0 },
    { danger: "markup", callee: /\bResponse\.Write(?:Async)?$/, argument: 0, builtOnly: true },
  ],
  passing:
    /^(?:Trim\w*|ToString|ToLower\w*|ToUpper\w*|Format|Concat|Join|Substring|Replace|Combine|GetFullPath|UrlDecode|Parse|First|FirstOrDefault)$/,
};
