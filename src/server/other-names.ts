// What the tools of systems that this one takes after are called here, for a person or model that comes from them: a call of such a name is
// answered with the call to make instead. Data of docs/inside/other-names.md, too.

export interface OtherName {
  /** As it is called there. */
  readonly name: string;
  /** Tools here that serve it, the first one first; none where it is served otherwise, or not. */
  readonly here: readonly string[];
  /** What to know beside that. */
  readonly note?: string;
  /** Fields that the call here has, whatever the other one had. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Its fields that have another name here. */
  readonly renamed?: Readonly<Record<string, string>>;
}

const same = (name: string, note?: string): OtherName => ({
  name,
  here: [name],
  ...(note === undefined ? {} : { note }),
});
const EDITS = [
  "replace_symbol",
  "insert_before_symbol",
  "insert_after_symbol",
  "delete_symbol",
  "replace_in_symbol",
  "rename_symbol",
  "move_symbol",
  "replace_text",
  "create_file",
  "delete_file",
];
const NEEDLESS = "needs no call: every answer first takes in what has changed";

export const OTHER_NAMES: Readonly<Record<string, readonly OtherName[]>> = {
  SymForge: [
    same("health"),
    { name: "get_repo_map", here: ["get_repo_overview", "list_modules"] },
    { name: "explore", here: ["search_codebase", "ask"] },
    same("ask"),
    same("search_symbols"),
    same("search_text"),
    same("search_files"),
    { name: "structural AST search", here: ["search_ast"] },
    { name: "get_file_context", here: ["analyze_file"], note: "outline, imports and importers" },
    same("get_symbol"),
    {
      name: "get_symbol_context",
      here: ["get_symbol", "get_symbol_source"],
      note: "callers and callees; imports and signatures",
    },
    { name: "symbol source reads", here: ["get_symbol_source"] },
    { name: "reference and dependent tracing", here: ["find_references", "get_call_graph", "analyze_impact"] },
    { name: "changed-file and symbol-diff inspection", here: ["analyze_diff"] },
    { name: "syntax diagnostics", here: ["validate_syntax"] },
    { name: "validate_file_syntax", here: ["validate_syntax"] },
    { name: "analyze_file_impact", here: ["analyze_impact"], note: `re-indexing ${NEEDLESS}` },
    { name: "index_folder", here: ["generate_index"], note: NEEDLESS },
    same("edit_plan"),
    { name: "structural edit tools", here: EDITS, note: "in the set `edit`" },
    { name: "resources", here: [], note: "saved results are resources" },
    { name: "prompts", here: [], note: "the prompts `explain`, `fix`, `refactor`, `review`" },
    { name: "`symforge init`", here: [], note: "`context-broker setup`" },
    { name: "`symforge hook`", here: [], note: "`context-broker hooks install`" },
    { name: "`symforge trust`", here: [], note: "`context-broker trust add`" },
    { name: "`symforge analytics`", here: ["token_savings"], note: "`context-broker report`" },
  ],
  Semfora: [
    same("get_repo_overview"),
    same("search_symbols"),
    same("list_symbols"),
    same("get_symbol", "takes `path#Class.method`, not a hash"),
    same("get_symbol_source"),
    same("analyze_diff"),
    same("get_call_graph"),
    same("generate_index"),
    same("list_modules"),
    same("get_module"),
    same("analyze_file"),
    same("analyze_directory"),
    same("list_languages"),
    {
      name: "three more of its 16, which its description does not name",
      here: ["find_references", "search_text", "analyze_impact"],
      note: "what its workflows would need them for",
    },
    { name: "analyze_uncommitted", here: ["analyze_diff"], note: "of the working tree" },
    {
      name: "analyze_change_impact",
      here: ["analyze_diff", "analyze_impact"],
      note: "whether a change is what was meant is for the model to judge",
    },
    { name: "plan_refactoring", here: [], note: "the prompt `refactor`" },
    { name: "start_session, stage_edit, commit, rollback", here: ["stage_edit", "commit_edits", "rollback_edits"] },
    { name: "`/search`", here: ["search_symbols", "search_codebase"] },
    { name: "`/diff`", here: ["analyze_diff"] },
    {
      name: "`/edit`, `/preview`, `/commit`, `/rollback`",
      here: ["stage_edit", "preview_edits", "commit_edits", "rollback_edits"],
    },
    { name: "`/status`", here: ["health"] },
    {
      name: "`semfora-mcp`: analyze file, directory, diff",
      here: ["analyze_file", "analyze_directory", "analyze_diff"],
      note: "each tool is a command too",
    },
    { name: "TOON encoding", here: [], note: "the field `format` and the setting `answer_format`" },
    {
      name: "`semfora-mcp`: inspect and prune caches",
      here: [],
      note: "`context-broker status`, `index gc`, `index clear`",
    },
    {
      name: "`semfora-ci`: pr, commit, pre-commit",
      here: ["review"],
      note: "`context-broker review`, as a command alone",
    },
  ],
  "The founding Context Broker": [
    same("search_codebase"),
    { name: "save_search_results", here: ["saved_results"], fields: { action: "save" } },
    { name: "load_saved_results", here: ["saved_results"], fields: { action: "get" }, renamed: { filename: "name" } },
    { name: "list_saved_results", here: ["saved_results"], fields: { action: "list" } },
    { name: "get_project_info", here: ["index_status", "get_repo_overview"] },
    { name: "clear_cache", here: ["generate_index"], note: NEEDLESS },
  ],
};

const BY_NAME: ReadonlyMap<string, OtherName> = new Map(
  Object.values(OTHER_NAMES)
    .flat()
    .filter(({ here }) => here.length > 0)
    .map((other) => [other.name, other]),
);

/** Undefined for a name that no known system has. */
export const otherName = (name: string): OtherName | undefined => BY_NAME.get(name);
