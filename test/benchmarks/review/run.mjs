// `npm run bench:review`: findings of the review on the last commits of real repositories, drawn for a person to judge.
import { runBundled } from "../run-bundled.mjs";

await runBundled("test/benchmarks/review/main.ts");
