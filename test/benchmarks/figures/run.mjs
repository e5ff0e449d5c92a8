// `npm run bench`: measures what the program promises; with --program, as another build keeps it.
import { runBundled } from "../run-bundled.mjs";

await runBundled("test/benchmarks/figures/main.ts", { program: !process.argv.includes("--program") });
