// The entry as a text to copy.
import { withEntry } from "./client-config.ts";
import type { Client, Launch } from "./contract/client.ts";

/** As it appears in the client's file, complete enough to be a new file. */
export const renderEntry = (client: Client, launch: Launch): string => withEntry(client, "", launch);
