// What comes from outside of a Java program, and which calls are dangerous with it.
import type { OutsideInput } from "../contract/outside-input.ts";

export const javaInput: OutsideInput = {
  functions: /^(?:method_declaration|constructor_declaration|lambda_expression)$/,
  sources: {
    request:
      /(?:req|request|httpRequest|servletRequest|exchange\.getRequest\(\))\.(?:getParameter(?:Values)?|getHeader|getQueryString|getPathInfo|getRequestURI|getPart|getInputStream|getReader)\([^)\n]*\)(?:\[[^\]\n]*\])?|cookie\.getValue\(\)/y,
    caller: /args\[[^\]\n]*\]/y,
  },
  requestParameter:
    /@(?:RequestParam|PathVariable|RequestBody|RequestHeader|CookieValue|QueryParam|PathParam|FormParam|HeaderParam)\b[\s\S]*\bString\b/,
  harmlessParameter: /\b(?:int|long|short|boolean|double|float|Integer|Long|Boolean|UUID|Double)\s+\w+$/,
  calls: [
    { danger: "command", callee: /\bgetRuntime\(\)\.exec$|\bruntime\.exec$/i, argument: 0 },
    { danger: "command", callee: /^new ProcessBuilder$/, argument: null, needs: /"(?:\/bin\/)?(?:ba)?sh"|"cmd/ },
    { danger: "code", callee: /\bengine\.eval$|\.parseExpression$|\bshell\.evaluate$|^Ognl\.getValue$/i, argument: 0 },
    {
      danger: "query",
      callee:
        /\.(?:executeQuery|executeUpdate|execute|prepareStatement|createQuery|createNativeQuery|query|queryForObject|queryForList|queryForMap|update|nativeQuery)$/,
      argument: 0,
    },
    {
      danger: "object",
      callee: /^new ObjectInputStream$|^new XMLDecoder$|\.unmarshal$|\bxstream\.fromXML$/i,
      argument: 0,
    },
    {
      danger: "path",
      callee:
        /^new (?:File|FileInputStream|FileOutputStream|FileReader|FileWriter|RandomAccessFile)$|^Paths\.get$|^Path\.of$/,
      argument: null,
      unless: /getName\(/,
    },
    {
      danger: "markup",
      callee: /\bgetWriter\(\)\.(?:write|print|println|append)$|\b(?:out|writer)\.(?:write|print|println)$/,
      argument: 0,
      builtOnly: true,
    },
  ],
  passing:
    /^(?:trim|strip|format|concat|toLowerCase|toUpperCase|substring|replace|toString|valueOf|join|decode|append|intern|formatted|String|StringBuilder)$/,
};
