// `npm run bench:question-language`: measures how well questions in other languages are told from English.
import { runBundled } from "../run-bundled.mjs";

await runBundled("test/benchmarks/question-language/main.ts", { program: false });
