/** A ref: the step that begins is read from its heading, since the button that led to it is gone. */
export function focusHeading(heading: HTMLElement | null): void {
  heading?.focus();
}
