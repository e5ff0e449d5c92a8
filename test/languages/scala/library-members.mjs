// Prints methods of Scala's library for ../library-members.mjs. Arguments: its jars.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const PACKAGES =
  `scala scala.collection scala.collection.immutable scala.collection.mutable scala.concurrent scala.concurrent.duration
scala.io scala.math scala.util scala.util.matching`.split(/\s+/);
const program = fileURLToPath(new URL("../jvm/library-members.java", import.meta.url));
execFileSync("java", [program, ...PACKAGES, "--jars", ...process.argv.slice(2)], { stdio: "inherit" });
