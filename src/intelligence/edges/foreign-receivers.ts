// Members of the project that a mention may mean although its receiver is a library's: extensions of library types, and what
// library code gives back, which may be the project's (a mock of its class, the element of a list).
import { rulesOf } from "../../linking/rules-of.ts";
import type { Chain, Facts } from "../../vocabulary/facts.ts";
import type { EdgeScene, Target } from "./references.ts";

/** The first parameter, by its position: what an extension method of C# extends. */
const FIRST = "0";

/** Whether it extends a type that the project does not declare: `fun List<Int>.total()`, `static int Total(this List<int> all)`. */
export const isOfLibraryType = (scene: EdgeScene, { places }: Target): boolean =>
  places.some(({ path, at }) => {
    const facts = scene.lookup.facts(path);
    const { extensions = false, receiversFirst = false } = rulesOf(scene.lookup.language(path) ?? "") ?? {};
    return (
      facts !== null &&
      ((extensions && isUnderForeignName(scene, facts, at)) || (receiversFirst && takesForeign(scene, path, facts, at)))
    );
  });

/** `List.total` outside of a class List: the path names the receiver's type. */
function isUnderForeignName({ lookup }: EdgeScene, { definitions }: Facts, at: number): boolean {
  const definition = definitions[at];
  const receiver = definition?.path.split(".").at(-2);
  const isExtension = receiver !== undefined && receiver !== definitions[definition?.parent ?? -1]?.name;
  return isExtension && lookup.declaring(receiver).length === 0;
}

function takesForeign({ linker }: EdgeScene, path: string, { definitions }: Facts, at: number): boolean {
  const type = definitions.find(({ parent, name }) => parent === at && name === FIRST)?.type ?? null;
  return type !== null && linker.declared(path, type).value.is === "foreign";
}

const CALLED = /([^.()]+)\(\).*\.[^.]+$/su;

/** Whether a chain that leads out of the project goes through a call before its last name. A library's class makes its own. */
export function isGivenByLibrary(of: Chain | null, language: string | null): boolean {
  const [, name] = CALLED.exec(of ?? "") ?? [];
  const makes = rulesOf(language ?? "")?.callMakes === true && /^\p{Lu}/u.test(name ?? "");
  return name !== undefined && !makes;
}
