// `npm run bench:review-faults`: faults planted by a script into commits of real repositories, judged by the review.
import { runBundled } from "../run-bundled.mjs";

await runBundled("test/benchmarks/review-faults/main.ts");
