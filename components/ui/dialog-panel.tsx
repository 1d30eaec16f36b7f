"use client";

import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { IconButton } from "./icon-button";
import { joinClasses } from "./join-classes";
import { useUiText } from "./ui-text";

export type DialogProps = {
  title: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** One sentence under the title: what this does. */
  description?: ReactNode;
  /** Buttons at the foot, the main one last. */
  actions?: ReactNode;
  size?: "small" | "normal" | "large";
  role?: "dialog" | "alertdialog";
  children?: ReactNode;
};

const widths = { small: "w-[420px]", normal: "w-[600px]", large: "w-[920px]" };

/** Floats above the page; Esc and a click outside close it, and focus returns to where it was. */
export function DialogPanel({
  title,
  isOpen,
  onOpenChange,
  description,
  actions,
  size = "normal",
  role = "dialog",
  children,
}: DialogProps) {
  const text = useUiText();
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable
      className="appear fixed inset-0 z-50 flex items-start justify-center bg-overlay px-3 pt-[10vh] max-phone:px-0 max-phone:pt-0"
    >
      <Modal
        className={joinClasses(
          "flex max-h-[80vh] max-w-full flex-col rounded-md border border-line-strong bg-float shadow-float max-phone:h-full max-phone:max-h-full max-phone:w-full max-phone:rounded-none max-phone:border-0",
          widths[size],
        )}
      >
        <AriaDialog role={role} className="flex min-h-0 flex-1 flex-col outline-none">
          <header className="flex items-start gap-2 border-line border-b px-4 py-2.5">
            <div className="min-w-0 flex-1">
              <Heading slot="title" className="text-heading">
                {title}
              </Heading>
              {description ? <p className="text-meta text-muted">{description}</p> : null}
            </div>
            <IconButton label={text.close} icon={<X size={15} />} size="small" onPress={() => onOpenChange(false)} />
          </header>
          {children ? <div className="min-h-0 flex-1 overflow-auto px-4 py-3">{children}</div> : null}
          {actions ? (
            <footer className="flex justify-end gap-2 border-line border-t px-4 py-2.5">{actions}</footer>
          ) : null}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
