// Figures and names of a report, formatted for a terminal or a page. Names come from clients and folders: characters that move
// the cursor, are invisible or reorder text are escaped.

/** Created with the first figure: that takes milliseconds of a program's start. */
let compact: Intl.NumberFormat | undefined;

/** 1.23M */
export function formatCompact(count: number): string {
  compact ??= new Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: 3 });
  return compact.format(count);
}

/** 98.7% */
export const formatPercent = (percent: number): string => `${percent.toFixed(1)}%`;

/** 850 ms, 1.2 s */
export const formatMilliseconds = (milliseconds: number): string =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

/** Printable on one line, at most so many characters; an empty name shows as a dash. */
export function visibleName(name: string, charactersMax: number): string {
  const visible = name.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  const characters = Array.from(visible.trim());
  const cut = characters.length > charactersMax;
  return (cut ? `${characters.slice(0, charactersMax - 1).join("")}…` : characters.join("")) || "–";
}

/** Names of projects; those with the same name get the start of their id. */
export const projectNames = (
  projects: readonly { readonly project: string; readonly project_id: string }[],
): string[] =>
  projects.map(({ project, project_id: id }) => {
    const shared = projects.some((other) => other.project === project && other.project_id !== id);
    return shared ? `${project} (${id.slice(0, 8)})` : project;
  });
