// `npm run bench:doubt`: fits and judges the doubt whether a project has an answer.
import { runBundled } from "../run-bundled.mjs";

await runBundled("test/benchmarks/doubt/main.ts");
