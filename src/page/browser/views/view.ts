// The contract of a view.

export interface View {
  readonly name: string;
  readonly title: string;
  /** Draws into `place`. `signal`: ends its timers and requests. */
  open(place: HTMLElement, signal: AbortSignal): void;
  /** Sets the keyboard's focus when the view is opened; default: the content, unless the keyboard is at the views' buttons. */
  focus?(place: HTMLElement): void;
}
