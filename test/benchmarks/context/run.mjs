// `npm run bench:context`: how many of the lines that a task needs one answer brings, and for how many tokens.
import { runBundled } from "../run-bundled.mjs";

await runBundled("test/benchmarks/context/main.ts");
