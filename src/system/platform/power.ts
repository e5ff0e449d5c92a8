// Whether the machine runs on its battery, as the system tells.
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { forSystem } from "./this-system.ts";

export interface Power {
  /** False for a machine without a battery, and where nothing is known. Never rejects. */
  onBattery(): Promise<boolean>;
}

/** How files below `/sys` are read; both throw where there is none. */
export interface PowerFiles {
  list(folder: string): readonly string[];
  read(path: string): string;
}

const KERNEL: PowerFiles = { list: (folder) => readdirSync(folder), read: (path) => readFileSync(path, "utf8") };
const SUPPLIES = "/sys/class/power_supply";

export function linuxPower({ list, read }: PowerFiles = KERNEL): Power {
  const field = (supply: string, name: string): string => orNothing(() => read(`${SUPPLIES}/${supply}/${name}`).trim());
  return {
    async onBattery() {
      // A mouse's battery has the scope `Device`.
      const supplies = orNone(() => list(SUPPLIES)).filter((supply) => field(supply, "scope") !== "Device");
      const isPlugged = supplies.some((supply) => field(supply, "online") === "1");
      return !isPlugged && supplies.some((supply) => field(supply, "status") === "Discharging");
    },
  };
}

const orNothing = (read: () => string): string => {
  try {
    return read();
  } catch {
    // A supply does not have every field.
    return "";
  }
};

function orNone(list: () => readonly string[]): readonly string[] {
  try {
    return list();
  } catch {
    // A machine, or a container, without `/sys`.
    return [];
  }
}

const PMSET_MS_MAX = 5_000;

const askPmset = async (): Promise<string> =>
  (await promisify(execFile)("/usr/bin/pmset", ["-g", "batt"], { timeout: PMSET_MS_MAX })).stdout;

/** macOS. `ask` answers what `pmset -g batt` prints; its first line is `Now drawing from 'Battery Power'` or `'AC Power'`. */
export const darwinPower = (ask: () => Promise<string> = askPmset): Power => ({
  onBattery: () =>
    ask().then(
      (text) => /^Now drawing from 'Battery Power'/.test(text),
      () => false,
    ),
});

/** Windows tells it to native code alone. */
export const unknownPower: Power = { onBattery: async () => false };

export const POWER: Power = forSystem({ linux: linuxPower(), darwin: darwinPower(), other: unknownPower });
