// `npm run bench:forms`: in which forms of which language is a use denied?
import { runBundled } from "../run-bundled.mjs";

await runBundled("test/benchmarks/forms/main.ts");
