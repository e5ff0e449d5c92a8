// The checkouts of the judge of what breaks, and how much of each is compiled.
import type { Checkout } from "../../judge.ts";
import type { Language } from "./compilers.ts";

export interface Judged extends Checkout {
  readonly language: Language;
  /** What the compiler is told beside the folder: a configuration, folders, a folder of libraries. */
  readonly more: readonly string[];
  /** How many definitions are edited: as many as its compiler checks in reasonable time. */
  readonly edits: number;
}

export const CHECKOUTS: readonly Judged[] = [
  { name: "chi", source: "go-chi/chi", language: "Go", more: [], edits: 100 },
  { name: "cobra", source: "spf13/cobra", language: "Go", more: [], edits: 100 },
  { name: "urfave-cli", source: "urfave/cli", language: "Go", more: [], edits: 100, heldOut: true },
  {
    name: "core",
    source: "vuejs/core",
    language: "TypeScript",
    more: ["tsconfig.json", "packages/reactivity", "packages/shared", "packages/runtime-core/src"],
    edits: 120,
  },
  {
    name: "trpc",
    source: "trpc/trpc",
    language: "TypeScript",
    more: ["tsconfig.json", "packages/server", "packages/client"],
    edits: 120,
  },
  {
    name: "hono",
    source: "honojs/hono",
    language: "TypeScript",
    more: ["tsconfig.json", "src"],
    edits: 60,
    heldOut: true,
  },
  { name: "click", source: "pallets/click", language: "Python", more: [], edits: 100 },
  { name: "flask", source: "pallets/flask", language: "Python", more: [], edits: 100 },
  { name: "httpx", source: "encode/httpx", language: "Python", more: [], edits: 100, heldOut: true },
  {
    name: "jsoup",
    source: "jhy/jsoup",
    language: "Java",
    more: ["jsoup", "src/main/java", "src/test/java"],
    edits: 100,
  },
  {
    name: "commons-io",
    source: "apache/commons-io",
    language: "Java",
    more: ["commons-io", "--release=8", "src/main/java", "src/test/java"],
    edits: 100,
  },
  {
    name: "commons-cli",
    source: "apache/commons-cli",
    language: "Java",
    more: ["commons-cli", "src/main/java", "src/test/java"],
    edits: 100,
    heldOut: true,
  },
];
