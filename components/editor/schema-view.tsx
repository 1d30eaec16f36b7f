"use client";

import { useMemo, useState } from "react";
import { editorText } from "#components/messages/en/editor";
import { Button } from "#components/ui/button";
import { Chip } from "#components/ui/chip";
import { CodeBlock } from "#components/ui/code-block";
import { ConcealedText } from "#components/ui/concealed-text";
import { formatCount } from "#components/ui/format";
import { toSchemaTable } from "./schema-rows";

const text = editorText.schema;
const RAW_LINES = 24;

function formatBound(value: string | number): string {
  return typeof value === "number" ? formatCount(value) : value;
}

export type SchemaViewProps = { label: string; schema: unknown };

/** A JSON Schema as a person reads it: fields, types, meanings; the document itself on demand. */
export function SchemaView({ label, schema }: SchemaViewProps) {
  const [isRaw, setIsRaw] = useState(false);
  const table = useMemo(() => toSchemaTable(schema), [schema]);
  return (
    <section className="flex min-w-0 flex-col gap-1.5">
      <div className="flex items-center gap-2">
        <h2 className="flex-1 font-semibold">{label}</h2>
        {schema === undefined ? null : (
          <Button size="small" variant="quiet" onPress={() => setIsRaw(!isRaw)}>
            {isRaw ? editorText.overview.hideRaw : editorText.overview.showRaw}
          </Button>
        )}
      </div>
      {isRaw ? (
        <CodeBlock label={editorText.overview.rawSchema} text={JSON.stringify(schema, null, 2)} maxLines={RAW_LINES} />
      ) : table.rows.length === 0 ? (
        <p className="text-muted">{editorText.overview.anyValue}</p>
      ) : (
        <ul aria-label={label} className="border-line border-t">
          {table.rows.map((row) => (
            <li
              key={row.path}
              className="grid grid-cols-[minmax(120px,220px)_1fr] gap-x-3 border-line border-b py-1 max-phone:grid-cols-1"
              style={{ paddingLeft: row.depth * 14 }}
            >
              <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
                <code className="break-all font-medium">
                  <ConcealedText text={row.name} />
                </code>
                <span className="text-meta text-muted">{row.type}</span>
              </span>
              <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-0.5">
                {row.isRequired ? <Chip tone="accent">{text.required}</Chip> : null}
                <span className="min-w-0 break-words">{row.description}</span>
                <span className="break-all text-meta text-muted">
                  {[
                    row.choices.length > 0 ? text.oneOf(row.choices.join(", ")) : "",
                    row.defaultValue === null ? "" : text.default(row.defaultValue),
                    ...row.bounds.map(([name, value]) => text.bounds[name](formatBound(value))),
                  ]
                    .filter(Boolean)
                    .join("; ")}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {table.isCut && !isRaw ? <p className="text-meta text-muted">{text.deeper}</p> : null}
    </section>
  );
}
