// Prints methods of Kotlin's library and its coroutines for ../library-members.mjs. Arguments: its jars.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const PACKAGES =
  `kotlin kotlin.collections kotlin.comparisons kotlin.io kotlin.ranges kotlin.sequences kotlin.text kotlin.time
kotlin.properties kotlinx.coroutines kotlinx.coroutines.flow kotlinx.coroutines.channels kotlinx.coroutines.sync`.split(
    /\s+/,
  );
const program = fileURLToPath(new URL("../jvm/library-members.java", import.meta.url));
execFileSync("java", [program, ...PACKAGES, "--jars", ...process.argv.slice(2)], { stdio: "inherit" });
