import type { UiText } from "#components/ui/ui-text";

/** Words of the primitives. */
export const uiText: UiText = {
  close: "Close",
  copy: "Copy",
  copied: "Copied",
  clear: "Clear",
  dismiss: "Dismiss",
  wrapLines: "Wrap lines",
  unwrapLines: "Do not wrap lines",
  resizePane: (name) => `Resize ${name}`,
  back: (name) => `Back to ${name}`,
  errorCode: "Error code",
  rowsShown: (shown, total) =>
    shown === total
      ? `${total.toLocaleString("en-US")} in all`
      : `${shown.toLocaleString("en-US")} of ${total.toLocaleString("en-US")}`,
  lineCount: (lines) => `${lines.toLocaleString("en-US")} lines`,
  concealed: (code) => `Concealed character ${code}`,
  notifications: "Notifications",
  fileAdded: "new file",
  fileRemoved: "deleted",
  noDifference: "No difference.",
  noNewline: "no line break at the end",
  unchangedLines: (lines) =>
    lines === 1 ? "Show 1 unchanged line" : `Show ${lines.toLocaleString("en-US")} unchanged lines`,
  moreLines: (lines) => `Show ${lines.toLocaleString("en-US")} more lines`,
};
