// `npm run mutate`: changes the program at random places and asks the tests whether they notice.
import { runBundled } from "../benchmarks/run-bundled.mjs";

await runBundled("test/mutation/main.ts");
