// `npm run golden`: runs the tests, or those that are named, and writes their golden files anew.
import { runNpm } from "./npm.mjs";

const words = ["exec", "--", "vitest", "run", ...process.argv.slice(2)];
process.exitCode = await runNpm(words, { env: { ...process.env, GOLDEN: "write" } });
