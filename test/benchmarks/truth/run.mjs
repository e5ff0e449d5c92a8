// `npm run bench:truth`: compares each tool's answers with something that is not this program.
import { runBundled } from "../run-bundled.mjs";

await runBundled("test/benchmarks/truth/main.ts");
