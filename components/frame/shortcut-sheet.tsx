"use client";

import { frameText } from "#components/messages/en/frame";
import { Dialog } from "#components/ui/dialog";
import { Kbd } from "#components/ui/kbd";

export type ShortcutSheetProps = { onClose: () => void };

export function ShortcutSheet({ onClose }: ShortcutSheetProps) {
  return (
    <Dialog title={frameText.shortcuts.title} isOpen onOpenChange={onClose} size="small">
      <div className="flex flex-col gap-4">
        {frameText.shortcuts.groups.map((group) => (
          <section key={group.title}>
            <h3 className="mb-1 font-normal text-meta text-muted">{group.title}</h3>
            <dl>
              {group.keys.map((entry) => (
                <div key={entry.keys} className="flex h-7 items-center justify-between border-line border-b">
                  <dt>{entry.text}</dt>
                  <dd>
                    <Kbd keys={entry.keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
