// The ways in which a project's own file may narrow what the user allows, and never widen it. The file arrives with a clone:
// whatever it asks for beyond that is refused and reported.
import { type Table, type Tightening, tableOf } from "./setting.ts";

/** The first entries of a list that may be as long as the file it came from. */
const listed = (names: readonly string[]): string => {
  const more = names.length > SHOWN_MAX ? ` and ${names.length - SHOWN_MAX} more` : "";
  return `${names
    .slice(0, SHOWN_MAX)
    .map((name) => name.slice(0, 80))
    .join(", ")}${more}`;
};
const SHOWN_MAX = 3;

/**
 * The globs of both; one with `!` is refused, since it would exclude everything else, or include again what the user left out.
 */
export const excludeMore: Tightening<readonly string[]> = {
  rule: "the project's globs are added to the user's, except those with `!`",
  apply: (user, project) => {
    const admitting = project.filter((pattern) => pattern.trimStart().startsWith("!"));
    return {
      value: [...new Set([...user, ...project.filter((pattern) => !admitting.includes(pattern))])],
      refused: admitting.length === 0 ? "" : `a project cannot include again: ${listed(admitting)}`,
    };
  },
};

/** The entries of both lists, for lists that restrict. */
export const restrictMore: Tightening<readonly string[]> = {
  rule: "the project's entries are added to the user's",
  apply: (user, project) => ({ value: [...new Set([...user, ...project])], refused: "" }),
};

/** `order`: from what restricts most to what restricts least. */
export const stricterOf = <const Choice extends string>(order: readonly Choice[]): Tightening<Choice> => ({
  rule: `the stricter of both values: ${order.join(", ")}`,
  apply: (user, project) =>
    order.indexOf(project) <= order.indexOf(user)
      ? { value: project, refused: "" }
      : { value: user, refused: `a project cannot change ${user} to ${project}` },
});

/** The entries that both lists have. */
export const intersect = <Entry extends string>(): Tightening<readonly Entry[]> => ({
  rule: "only what both the user's and the project's settings name",
  apply: (user, project) => {
    const beyond = project.filter((entry) => !user.includes(entry));
    return {
      value: user.filter((entry) => project.includes(entry)),
      refused: beyond.length === 0 ? "" : `a project cannot turn on ${listed(beyond)}`,
    };
  },
});

export const lower: Tightening<number> = {
  rule: "the lower of both values",
  apply: (user, project) => ({
    value: Math.min(user, project),
    refused: project > user ? `a project cannot raise ${user} to ${project}` : "",
  }),
};

/** For settings that leave more out when they are on. */
export const switchOn: Tightening<boolean> = {
  rule: "a project can turn it on, not off",
  apply: (user, project) => ({
    value: user || project,
    refused: user && !project ? "a project cannot turn it off" : "",
  }),
};

/** A project may only choose the one value that allows least. */
export const onlyTo = <Choice extends string>(least: Choice): Tightening<Choice> => ({
  rule: `a project can set it to \`${least}\` only`,
  apply: (user, project) =>
    project === least || project === user
      ? { value: project, refused: "" }
      : { value: user, refused: `a project can only set it to ${least}` },
});

/** Entries for names that the user's settings do not have. */
export const addEntries: Tightening<Table> = {
  rule: "the project's entries are added; the user's win",
  apply: (user, project) => {
    const overridden = Object.keys(project).filter((name) => Object.hasOwn(user, name) && user[name] !== project[name]);
    return {
      value: tableOf([...Object.entries(project), ...Object.entries(user)]),
      refused: overridden.length === 0 ? "" : `your own settings already define ${listed(overridden)}`,
    };
  },
};
