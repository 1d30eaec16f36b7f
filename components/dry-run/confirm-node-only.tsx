"use client";

import { dryRunText } from "#components/messages/en/dry-run";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";

const text = dryRunText.confirm;

export type ConfirmNodeOnlyProps = { onConfirm: () => void; onClose: () => void };

/** A person's word, once for each digest, before untrusted code runs at level node-net. */
export function ConfirmNodeOnly({ onConfirm, onClose }: ConfirmNodeOnlyProps) {
  return (
    <Dialog
      title={text.title}
      role="alertdialog"
      size="small"
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          <Button onPress={onClose}>{text.cancel}</Button>
          <Button variant="danger" onPress={onConfirm}>
            {text.action}
          </Button>
        </>
      }
    >
      <p>{text.meaning}</p>
      <p className="mt-2 text-muted">{text.once}</p>
    </Dialog>
  );
}
