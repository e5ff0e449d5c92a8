// What comes from outside of a program in a language, and which calls are dangerous with it, for the review's rule.

/** What a dangerous call does with text that it is given. */
export type Danger = "code" | "command" | "query" | "object" | "path" | "markup";

/** A call that does harm with a text that somebody outside can choose. */
export interface DangerousCall {
  readonly danger: Danger;
  /** Over the callee as written, without white space: `child_process.exec`, `new Function`. */
  readonly callee: RegExp;
  /** 0-based place of the dangerous argument; null: any. */
  readonly argument: number | null;
  /** Over the whole call: it is dangerous only where this is in it. */
  readonly needs?: RegExp;
  /** Its text is a query whatever words are in it; else it must look like one. */
  readonly isQuery?: boolean;
  /** It is dangerous only with a text that is built as markup here, since any other is shown as it is. */
  readonly builtOnly?: boolean;
  /** Over the whole call: it is safe where this is in it. */
  readonly unless?: RegExp;
}

export interface OutsideInput {
  /** Types of nodes that are functions. */
  readonly functions: RegExp;
  /** Where values come from, at the start of an expression, with the `y` flag. `caller`: the command line, standard input. */
  readonly sources: { readonly request: RegExp; readonly caller: RegExp };
  /** Names that bring input in only where nothing in the function declares them: `params`. */
  readonly free?: RegExp;
  /** A parameter, as written, that holds a request's value: `@RequestParam String id`. */
  readonly requestParameter?: RegExp;
  /** A parameter of a type (the first group) that holds a request's values, if all that the file declares in that type is text. */
  readonly requestType?: { readonly parameter: RegExp; readonly isText: (source: string, type: string) => boolean };
  /** What stands before a function whose parameters hold a request's values: `@app.route("/<id>")`. */
  readonly requestHandler?: RegExp;
  /** Which parameters of such a function; by default all. */
  readonly handlerParameter?: RegExp;
  /** Parameters that cannot hold a dangerous text, such as numbers, as written. */
  readonly harmlessParameter?: RegExp;
  /** Parameters that a call does not pass: `self`. */
  readonly implicitParameter?: RegExp;
  readonly calls: readonly DangerousCall[];
  /** A call is also read with what its variable was made of in the variable's place: `command.arg` as `Command::new("sh").arg`. */
  readonly heldReceivers?: true;
  /** The same for what is no call, by type of node: `echo`. */
  readonly statements?: Readonly<Record<string, Danger>>;
  /** What is assigned to these targets is dangerous: `element.innerHTML`. */
  readonly targets?: { readonly pattern: RegExp; readonly danger: Danger };
  /** Values that hold no text, whatever they are made of, by type of node and as written: `(int) $_GET["size"]`. */
  readonly numbers?: { readonly node: RegExp; readonly text: RegExp };
  /** Callees whose result holds the text that they were given: `trim`, `format`. Over the last name. */
  readonly passing: RegExp;
  /** The same over the whole callee: `String::from`. */
  readonly passingCalls?: RegExp;
  /** Further values that are not followed, by type of node. */
  readonly opaque?: RegExp;
  /** Arms of a selection whose pattern names the value that is selected on: `Some(name) =>`. */
  readonly arms?: { readonly node: RegExp; readonly pattern: RegExp };
  /** Macros that make a text of what they are given, as their name is written, and of variables named in their text: `format!("{id}")`. */
  readonly macros?: { readonly node: RegExp; readonly passing: RegExp };
}
