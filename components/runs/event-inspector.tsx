"use client";

import { X } from "lucide-react";
import { runsText } from "#components/messages/en/runs";
import { StoredJson } from "#components/timeline/stored-json";
import { CopyButton } from "#components/ui/copy-button";
import { EmptyState } from "#components/ui/empty-state";
import { formatAbsolute } from "#components/ui/format";
import { IconButton } from "#components/ui/icon-button";
import type { WireEvent } from "#server/loop/events";

const text = runsText.timeline;
const LINES = 30;

export type EventInspectorProps = { events: readonly WireEvent[]; onClose: () => void };

/** The events behind a row, as they are stored. */
export function EventInspector({ events, onClose }: EventInspectorProps) {
  if (events.length === 0) return <EmptyState sentence={text.inspectorEmpty} />;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-9 shrink-0 items-center gap-2 border-line border-b px-3">
        <h2 className="flex-1 font-semibold">{text.inspector}</h2>
        <IconButton size="small" label={text.closeInspector} icon={<X size={14} />} onPress={onClose} />
      </div>
      <ul className="flex min-h-0 flex-1 flex-col gap-3 overflow-auto p-3">
        {events.map((event) => (
          <li key={event.seq} className="flex min-w-0 flex-col gap-1">
            <div className="flex items-center gap-2">
              <code className="font-medium">{event.type}</code>
              <span className="text-meta text-muted">{text.event(event.seq)}</span>
              <span className="flex-1" />
              <CopyButton text={toEventLink(event)} />
            </div>
            <p className="text-meta text-muted">
              {formatAbsolute(event.ts)}, <code>{event.span_id}</code>
            </p>
            <StoredJson label={event.type} event={event} maxLines={LINES} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function toEventLink(event: WireEvent): string {
  return `${window.location.origin}${window.location.pathname}?event=${event.seq}`;
}
