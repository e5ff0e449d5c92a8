// Code with many branches or many lines, in each language's syntax. It compiles, and means nothing. Pure.
import type { LanguageName } from "./languages.ts";

export type Growth = "chain" | "nested" | "flat" | "long";

interface Syntax {
  readonly declare: (name: string, value: number) => string;
  readonly add: (name: string, value: number) => string;
  readonly open: (condition: string) => string;
  readonly otherwise: (condition: string) => string;
  readonly close: string;
  readonly and: string;
  /** A name as it is written in an expression. */
  readonly use: (name: string) => string;
  readonly step: string;
}

const plain = (name: string): string => name;
const braces = {
  add: (name: string, value: number) => `${name} += ${value};`,
  open: (condition: string) => `if (${condition}) {`,
  otherwise: (condition: string) => `} else if (${condition}) {`,
  close: "}",
  and: "&&",
  use: plain,
  step: "    ",
};

const SYNTAX: Record<LanguageName, Syntax> = {
  go: {
    ...braces,
    declare: (name, value) => `${name} := ${value}`,
    add: (name, value) => `${name} += ${value}`,
    open: (condition) => `if ${condition} {`,
    otherwise: (condition) => `} else if ${condition} {`,
    step: "\t",
  },
  python: {
    declare: (name, value) => `${name} = ${value}`,
    add: (name, value) => `${name} += ${value}`,
    open: (condition) => `if ${condition}:`,
    otherwise: (condition) => `elif ${condition}:`,
    close: "",
    and: "and",
    use: plain,
    step: "    ",
  },
  javascript: { ...braces, declare: (name, value) => `let ${name} = ${value};`, step: "  " },
  typescript: { ...braces, declare: (name, value) => `let ${name} = ${value};`, step: "  " },
  java: { ...braces, declare: (name, value) => `int ${name} = ${value};` },
  csharp: { ...braces, declare: (name, value) => `var ${name} = ${value};` },
  php: {
    ...braces,
    declare: (name, value) => `$${name} = ${value};`,
    add: (name, value) => `$${name} += ${value};`,
    use: (name) => `$${name}`,
  },
  ruby: {
    declare: (name, value) => `${name} = ${value}`,
    add: (name, value) => `${name} += ${value}`,
    open: (condition) => `if ${condition}`,
    otherwise: (condition) => `elsif ${condition}`,
    close: "end",
    and: "&&",
    use: plain,
    step: "  ",
  },
  rust: {
    ...braces,
    declare: (name, value) => `let mut ${name} = ${value};`,
    open: (condition) => `if ${condition} {`,
    otherwise: (condition) => `} else if ${condition} {`,
  },
};

const LONG_FACTOR = 7;
const DEPTH_MAX = 6;

/** Lines with that many branches; where they are to be long instead, seven times as many statements. */
export function branches(language: LanguageName, growth: Growth, indent: string, count: number): string[] {
  const { declare, add, open, otherwise, close, and, use, step } = SYNTAX[language];
  const pad = (depth: number, line: string): string => `${indent}${step.repeat(depth)}${line}`;
  const lines = [pad(0, declare("weight", count)), pad(0, declare("score", 0))];
  const condition = (at: number): string => `${use("weight")} > ${at * 3} ${and} ${use("score")} < ${at + 40}`;
  if (growth === "long") {
    return [
      ...lines,
      ...Array.from({ length: count * LONG_FACTOR }, (_, at) => pad(0, add(at % 2 === 0 ? "weight" : "score", at + 1))),
    ];
  }
  if (growth === "chain") {
    for (let at = 0; at < count; at += 1) {
      lines.push(pad(0, at === 0 ? open(condition(at)) : otherwise(condition(at))), pad(1, add("score", at + 1)));
    }
    return close === "" ? lines : [...lines, pad(0, close)];
  }
  if (growth === "flat") {
    const one = (at: number): string[] => [pad(0, open(condition(at))), pad(1, add("score", at + 1))];
    return [
      ...lines,
      ...Array.from({ length: count }, (_, at) => [...one(at), ...(close === "" ? [] : [pad(0, close)])]).flat(),
    ];
  }
  for (let left = count; left > 0; left -= DEPTH_MAX) {
    const depth = Math.min(left, DEPTH_MAX);
    for (let at = 0; at < depth; at += 1) {
      lines.push(pad(at, open(condition(left + at))), pad(at + 1, add("weight", at + 1)));
    }
    for (let at = depth - 1; at >= 0 && close !== ""; at -= 1) {
      lines.push(pad(at, close));
    }
  }
  return lines;
}
