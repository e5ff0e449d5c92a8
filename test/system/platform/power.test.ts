import { expect, it } from "vitest";
import { darwinPower, linuxPower, POWER, type PowerFiles, unknownPower } from "../../../src/system/platform/power.ts";

/** `/sys/class/power_supply` of a machine: its supplies, each with its fields. */
function supplies(of: Readonly<Record<string, Readonly<Record<string, string>>>>): PowerFiles {
  return {
    list: () => Object.keys(of),
    read: (path) => {
      const [supply = "", field = ""] = path.split("/").slice(-2);
      const value = of[supply]?.[field];
      if (value === undefined) {
        throw Object.assign(new Error("ENOENT"), { code: "ENOENT" });
      }
      return `${value}\n`;
    },
  };
}

const PLUGGED = { type: "Mains", online: "1" };
const UNPLUGGED = { type: "Mains", online: "0" };

it.each([
  ["a laptop on its battery", { AC: UNPLUGGED, BAT0: { type: "Battery", status: "Discharging" } }, true],
  ["a laptop that is plugged in", { AC: PLUGGED, BAT0: { type: "Battery", status: "Charging" } }, false],
  ["one that is full", { AC: PLUGGED, BAT0: { type: "Battery", status: "Full" } }, false],
  ["one that needs more than its plug gives", { AC: PLUGGED, BAT0: { status: "Discharging" } }, false],
  ["one charged over USB", { usb: { type: "USB", online: "1" }, BAT0: { status: "Not charging" } }, false],
  ["one that tells of its battery alone", { BAT0: { type: "Battery", status: "Discharging" } }, true],
  ["a desktop with a mouse", { mouse: { type: "Battery", scope: "Device", status: "Discharging" } }, false],
  ["a machine without supplies", {}, false],
])("Linux: %s", async (_name, files, expected) => {
  expect(await linuxPower(supplies(files)).onBattery()).toBe(expected);
});

it("Linux: a system that tells nothing is not on battery", async () => {
  const fail = () => {
    throw new Error("EACCES");
  };
  expect(await linuxPower({ list: fail, read: fail }).onBattery()).toBe(false);
});

it.each([
  ["Now drawing from 'Battery Power'\n -InternalBattery-0 (id=1)\t81%; discharging; 3:04 remaining", true],
  ["Now drawing from 'AC Power'\n -InternalBattery-0 (id=1)\t100%; charged; 0:00 remaining", false],
  ["", false],
])("macOS: %j", async (text, expected) => {
  expect(await darwinPower(async () => text).onBattery()).toBe(expected);
});

it("macOS without pmset, and Windows, are not on battery", async () => {
  const missing = darwinPower(() => Promise.reject(new Error("ENOENT")));
  expect([await missing.onBattery(), await unknownPower.onBattery()]).toEqual([false, false]);
});

it("this machine tells it", async () => {
  expect(await POWER.onBattery()).toBeTypeOf("boolean");
});
