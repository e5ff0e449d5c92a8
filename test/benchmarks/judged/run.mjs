// `npm run bench:judged`: measures references on names that were judged by reading the code.
import { runBundled } from "../run-bundled.mjs";

await runBundled("test/benchmarks/judged/main.ts");
