// What of outside input is followed, beyond the cases of fixtures/review/dangerous-call.
import { describe, expect, it } from "vitest";
import { openAnalyzer } from "../../../src/languages/analyze.ts";
import { prepareWasm } from "../../../src/syntax/grammars.ts";

await prepareWasm();
const analyzer = await openAnalyzer();

async function flowsOf(path: string, text: string): Promise<string[]> {
  const { flows } = await analyzer.inspect({ path, text });
  return (flows?.flows ?? []).map(
    ({ danger, callee, source, via }) => `${danger} ${callee} ${source} ${via.join(",")}`,
  );
}

describe("readFlows", () => {
  it("follows assignments in order, and forgets a variable that gets another value", async () => {
    const text = "let a = req.query.a;\nlet b = `x ${a}`;\nexec(b);\nb = 'ls';\nexec(b);\n";
    expect(await flowsOf("a.ts", text)).toEqual(["command exec req.query.a 2"]);
  });

  it("keeps what was appended to", async () => {
    const text = "let text = 'select a from b where c = ';\ntext += req.query.c;\ndb.query(text);\n";
    expect(await flowsOf("a.ts", text)).toEqual(["query db.query req.query.c "]);
  });

  it("takes no result of an unknown function for its argument", async () => {
    expect(await flowsOf("a.ts", "exec(choose(req.query.a));\nexec(req.query.a.trim());\n")).toEqual([
      "command exec req.query.a.trim() ",
    ]);
  });

  it("sees variables of enclosing functions, and their parameters hide them", async () => {
    const text = "function f(req) {\n  const a = req.query.a;\n  run(() => exec(a));\n  run((a) => exec(a));\n}\n";
    expect(await flowsOf("a.ts", text)).toEqual(["command exec req.query.a "]);
  });

  it("stops where a condition looked at the value, not where it asked whether there is one", async () => {
    expect(await flowsOf("a.py", "a = request.args['a']\nif a in allowed:\n    os.system(a)\n")).toEqual([]);
    expect(await flowsOf("a.py", "a = request.args['a']\nif not a:\n    return\nos.system(a)\n")).toEqual([
      "command os.system request.args['a'] ",
    ]);
  });

  it("reads names that mean something in a regular expression", async () => {
    expect(await flowsOf("a.py", "def f(*args, **kwargs):\n    if kwargs:\n        eval(args)\n")).toEqual([]);
    expect(await flowsOf("a.js", "function f($a) { if ($a) { eval($a); } }\n")).toEqual([]);
  });

  it("ends with deep nesting", async () => {
    const depth = 3_000;
    expect(await flowsOf("a.js", `exec(${"String(".repeat(depth)}req.query.a${")".repeat(depth)});\n`)).toHaveLength(1);
  });
});
