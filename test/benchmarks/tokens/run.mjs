// `npm run bench:tokens`: what 80 real calls and the list of tools cost a model, in tokens.
import { runBundled } from "../run-bundled.mjs";

await runBundled("test/benchmarks/tokens/main.ts");
