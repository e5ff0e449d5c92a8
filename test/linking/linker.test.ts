// Questions about one state of a project share what was resolved; those about another state do not.
import { expect, it } from "vitest";
import { semanticsOf } from "../../src/languages/semantics.ts";
import { inTime, openLinker, stepsInTime } from "../../src/linking/linker.ts";
import { OutOfTime } from "../../src/linking/open-context.ts";
import { atOnce, type Steps } from "../../src/system/slices.ts";
import { miniProject } from "./mini-project.ts";

const FILES = {
  "store.ts": "export class Store {\n  save(): Store {\n    return this;\n  }\n}\n",
  "use.ts": 'import { Store } from "./store";\nexport const used = new Store().save().save();\n',
};

/** Chains resolved for the last `save` of use.ts, and where it leads. */
async function opened(databaseId: string) {
  const { lookup, facts } = await miniProject(FILES);
  const group = facts.get("use.ts")?.references.findLast(({ name }) => name === "save");
  return (generation: number, most = 1_000) => {
    let chains = 0;
    const state = { databaseId, generation };
    const linker = openLinker({ ...lookup, state }, semanticsOf, () => ++chains > most);
    const found = group === undefined ? null : inTime(() => linker.target("use.ts", group));
    return { chains, value: found?.value.value };
  };
}

const SAVE = { is: "definition", places: [{ path: "store.ts", at: 1 }] };

it("resolves a name once in a state, and again in the next", async () => {
  const ask = await opened("once");
  const first = ask(1);
  expect(first.value).toMatchObject(SAVE);
  expect(first.chains).toBeGreaterThan(1);
  expect(ask(1)).toEqual({ chains: 0, value: first.value });
  expect(ask(2)).toEqual(first);
  // An older state is resolved for itself, and does not take the place of the newer.
  expect(ask(1)).toEqual(first);
  expect(ask(2).chains).toBe(0);
});

it("hands on what a question that ran out of time had resolved, and nothing that it had begun", async () => {
  const ask = await opened("late");
  const whole = ask(1);
  for (let most = 0; most < whole.chains; most++) {
    expect(ask(most + 2, most).value).toBeUndefined();
    const again = ask(most + 2);
    expect(again.value).toEqual(whole.value);
    expect(again.chains).toBeLessThanOrEqual(whole.chains);
    expect(ask(most + 2)).toEqual({ chains: 0, value: whole.value });
  }
});

it("ends steps whose time is up with what is given for that, and no other error", () => {
  const failing = (error: Error) =>
    function* (): Steps<string> {
      yield;
      throw error;
    };
  expect(atOnce(stepsInTime(failing(new OutOfTime())(), () => "late"))).toBe("late");
  expect(() => atOnce(stepsInTime(failing(new RangeError("wrong"))(), () => "late"))).toThrow(RangeError);
  // Where nobody expects it, it is an error that says what to do, not a defect.
  expect(new OutOfTime()).toMatchObject({ code: "TIMED_OUT", hint: expect.stringContaining("ask about less") });
});
