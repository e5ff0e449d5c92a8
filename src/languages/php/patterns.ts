// How a piece of PHP is parsed that is not a whole file.
import type { PatternSettings } from "../../syntax/patterns/settings.ts";

export const phpPatterns: PatternSettings = {
  clauses: [
    [/^(?:catch|finally)\b/, ["<?php try{}", ""]],
    [/^(?:else|elseif)\b/, ["<?php if(q){}", ""]],
    [/^(?:case|default)\b/, ["<?php switch(q){", "}"]],
    [/^(?:public|private|protected)\b/, ["<?php class Q{", "}"]],
  ],
  surrounds: [
    ["<?php ", ""],
    ["<?php ", ";"],
    ["<?php class Q{", "}"],
    ["<?php q(", ");"],
    ["<?php [", "];"],
  ],
  spellings: ["%", "$%", "%;", "^", "$%;"],
  body: " { $$$ }",
  examples: ["$F($$$ARGS)", "if ($A === null) { $$$ }"],
};
