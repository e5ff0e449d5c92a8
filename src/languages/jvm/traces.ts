// Stack traces of the JVM.
import type { TraceForms } from "../contract/traces.ts";

export const jvmTraces: TraceForms = {
  frames: [
    // at app//com.shop.Cart.total(Cart.java:12)
    {
      pattern:
        /(?<!\S)at (?:[^\s()/]{1,100}\/{1,2}){0,3}(?<name>[^\s()/]{1,300})\((?<path>[\p{L}\p{N}_$-]{1,100}\.[a-z]{1,8}):(?<line>\d{1,9})\)/gu,
      alone: true,
      packaged: true,
    },
  ],
  boilerplate: [
    /\bException in thread "[^"]{0,200}"/g,
    /\bCaused by:/g,
    /(?<!\S)\.\.\. \d{1,6} (?:more|common frames omitted)/g,
    /(?<!\S)at \S{1,300} ?\((?:Native Method|Unknown Source)\)/gi,
  ],
  notNames: /<(?:init|clinit)>|\b(?:invokeSuspend|lambda)\b/,
  beforeCause: /\bCaused by:/,
  external:
    /(?:^|\/)(?:\.m2|\.gradle|java\.base|jdk\.internal)\/|^(?:javax?|jdk|sun|com\/sun|kotlinx?|scala|androidx?|dalvik|org\/(?:junit|springframework|apache|hibernate|gradle|eclipse)|io\/netty|reactor)\//,
};
