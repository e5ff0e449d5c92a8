// What every view is: a title, and what to do while it is shown.

export interface View {
  readonly name: string;
  readonly title: string;
  /** Draws into `place`; the returned function ends what goes on (timers, requests). */
  open(place: HTMLElement): () => void;
  /** Where the keyboard goes when the view is opened; default: the content. */
  focus?(place: HTMLElement): void;
}
