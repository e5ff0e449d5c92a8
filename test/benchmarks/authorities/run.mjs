// `npm run bench:edges`: compares references with those of a language's own tools.
import { runBundled } from "../run-bundled.mjs";

await runBundled("test/benchmarks/authorities/main.ts");
