// `npm run bench:lines`: measures whether answers show the lines that answer.
import { runBundled } from "../run-bundled.mjs";

await runBundled("test/benchmarks/lines/main.ts");
