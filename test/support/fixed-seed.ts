// Set-up of every test file: property tests draw from one seed, so that a run decides nothing by chance. `npm run fuzz`
// sets another (PROPERTY_SEED); docs/inside/testing.md says how to repeat a failure.
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env["PROPERTY_SEED"] ?? 13) });
