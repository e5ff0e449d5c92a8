// `npm run bench:perturb`: gives a large project's chunks vectors without embedding them.
import { runBundled } from "../run-bundled.mjs";

await runBundled("test/benchmarks/perturb/main.ts", { program: false });
