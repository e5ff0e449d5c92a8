// `npm run bench:reason`: how soon a piece of a language model's answer is in the terminal.
import { runBundled } from "../run-bundled.mjs";

await runBundled("test/benchmarks/reason/main.ts");
