"use client";

import dynamic from "next/dynamic";
import type { DialogProps } from "./dialog-panel";

const DialogPanel = dynamic(async () => (await import("./dialog-panel")).DialogPanel, { ssr: false });

/** Floats above the page; Esc and a click outside close it. Its code is loaded when the first one opens. */
export function Dialog(props: DialogProps) {
  return props.isOpen ? <DialogPanel {...props} /> : null;
}
