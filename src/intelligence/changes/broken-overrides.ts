// Code that no longer compiles because a member that others override or implement was deleted or has another signature: those
// others, and the class that lacks a required member.
import { atOnce } from "../../system/slices.ts";
import { type DefinitionFact, FILE } from "../../vocabulary/facts.ts";
import type { EdgeScene } from "../edges/edge-scene.ts";
import { inheritedMember, overriddenBy } from "../edges/overridden-member.ts";
import { needsImplementation, type Override, type Overrides, overridesOf } from "../edges/overrides.ts";
import { definitionOf } from "../edges/related-types.ts";
import type { ChangedProject, ChangedTarget } from "./changed-project.ts";
import type { FoundUses, Use } from "./file-uses.ts";
import { lineNow, survivorsOf } from "./surviving-lines.ts";
import { targetAt } from "./symbol-target.ts";

/** `isInherited`: the overriding member also overrides one of a supertype further up. */
export function brokenOverrides(project: ChangedProject, changed: ChangedTarget, isInherited = false): FoundUses {
  const overrides = atOnce(overridesOf(project.base, changed.target));
  const [place] = changed.target.places;
  const { overriding, completes, isWhole } = overrides;
  const isBroken = brokenBy(project, changed, overrides);
  const places = [
    ...(isInherited
      ? []
      : overriding.filter(
          (one) => isBroken(one.isMarked) && !(changed.isRemoved && stillOverrides(project, changed, one)),
        )),
    ...(completes !== null && leavesIncomplete(project, changed, overrides) ? [completes] : []),
  ];
  const uses = places.flatMap((place): Use[] => {
    const now = lineNow(project.pairs, place.path, place.line);
    return now === null ? [] : [{ path: now.path, line: now.line, certainty: "constrained" }];
  });
  return { uses, filesLeft: isWhole || place === undefined ? [] : [place.path] };
}

/** Whether the change breaks the overriding member; one marked `override` needs a member that it overrides. */
function brokenBy(
  project: ChangedProject,
  changed: ChangedTarget,
  { isRequired, fewerParametersFit }: Overrides,
): (isMarked: boolean) => boolean {
  if (!changed.isRemoved) {
    return (isMarked) => !fewerParametersFit && (isMarked || isRequired);
  }
  const isReplaced = isRequired && requiresMore(project, changed);
  return (isMarked) => isMarked || isReplaced;
}

/** Whether the member overrides another one now, such as one of a type that its supertype extends since the change. */
function stillOverrides({ now, pairs }: ChangedProject, { target }: ChangedTarget, { path, line }: Override): boolean {
  const place = lineNow(pairs, path, line);
  const found = place === null ? null : targetAt(now, place.path, { name: target.name, nameLine: place.line });
  return found !== null && overriddenBy(now, found) !== null;
}

/** Whether the class lacks the member now: a member with another signature is another member, unless it only takes fewer parameters. */
function leavesIncomplete(
  project: ChangedProject,
  { isRemoved, target, pair }: ChangedTarget,
  { fewerParametersFit }: Overrides,
): boolean {
  const { base, now } = project;
  const [place] = target.places;
  const was = base.lookup.facts(place?.path ?? "")?.definitions[place?.at ?? FILE];
  const is = now.lookup.facts(pair.after?.path ?? "")?.definitions.find(({ path }) => path === was?.path);
  if (isRemoved) {
    return lacksRequired(now, pair.after?.path ?? "", was, base.lookup.facts(place?.path ?? "")?.definitions ?? []);
  }
  const isShorter = fewerParametersFit && (is?.parameters ?? 0) <= (was?.parameters ?? 0);
  return !isShorter && !isAskedAsNow(project, pair.after?.path ?? "", is);
}

/** Whether the change altered what the supertype asks for as well, and the member takes as many parameters as that now. */
function isAskedAsNow({ now, pairs }: ChangedProject, path: string, is: DefinitionFact | undefined): boolean {
  const asked = is === undefined ? null : inheritedMember(now, { path, at: is.parent }, is.name);
  const asking = asked === null ? undefined : definitionOf(now, asked);
  const changed = pairs.find(({ after }) => after?.path === asked?.path);
  return (
    asking !== undefined &&
    changed !== undefined &&
    asking.parameters === is?.parameters &&
    ![...survivorsOf(changed).values()].includes(asking.nameLine)
  );
}

/** Whether the class that had the member lacks one that a supertype requires now. */
function lacksRequired(
  now: EdgeScene,
  path: string,
  was: DefinitionFact | undefined,
  before: readonly DefinitionFact[],
): boolean {
  const all = now.lookup.facts(path)?.definitions ?? [];
  const at = all.findIndex((one) => one.path === before[was?.parent ?? FILE]?.path);
  if (was === undefined || at < 0) {
    return false;
  }
  const hasAnother = all.some(
    ({ parent, name, parameters }) => parent === at && name === was.name && parameters === was.parameters,
  );
  const asked = hasAnother ? null : inheritedMember(now, { path, at }, was.name);
  const asking = asked === null ? undefined : definitionOf(now, asked);
  const around =
    asked === null || asking === undefined ? undefined : definitionOf(now, { ...asked, at: asking.parent });
  return (
    asked !== null &&
    asking !== undefined &&
    around !== undefined &&
    needsImplementation(now, asked.path, asking, around)
  );
}

/** Whether the type requires a member now that it did not require before: the old one was renamed. */
export function requiresMore({ base, now }: ChangedProject, { target, pair }: ChangedTarget): boolean {
  const [place] = target.places;
  const path = place?.path ?? "";
  const was = base.lookup.facts(path)?.definitions ?? [];
  const owner = was[was[place?.at ?? FILE]?.parent ?? FILE];
  const asked = (scene: EdgeScene, file: string): readonly string[] => {
    const all = scene.lookup.facts(file)?.definitions ?? [];
    const isOwn = (one: DefinitionFact): boolean => {
      const around = all[one.parent];
      return around !== undefined && around.path === owner?.path && needsImplementation(scene, file, one, around);
    };
    return all.filter(isOwn).map(({ name }) => name);
  };
  const before = new Set(asked(base, path));
  return asked(now, pair.after?.path ?? "").some((name) => !before.has(name));
}
