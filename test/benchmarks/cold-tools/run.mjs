// `npm run bench:cold-tools`: measures the first answer of each tool that assistants ask first.
import { runBundled } from "../run-bundled.mjs";

await runBundled("test/benchmarks/cold-tools/main.ts");
