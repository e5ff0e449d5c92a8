// `npm run bench:context-fit`: the weights of a gathered context, fitted to the tasks and judged on repositories that they were not fitted to.
import { runBundled } from "../run-bundled.mjs";

await runBundled("test/benchmarks/context/fit.ts");
