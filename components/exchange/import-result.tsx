import Link from "next/link";
import type { ApiOutputs } from "#components/api";
import { exchangeText } from "#components/messages/en/exchange";

import { focusHeading } from "./focus-heading";

const text = exchangeText.import;

/** What came of it: the drafts, each a link to its editor, and what could not be made. */
export function ImportResult({ result }: { result: ApiOutputs["exchange"]["create"] }) {
  const { created, refused } = result;
  return (
    <div className="flex flex-col gap-4">
      {created.length === 0 ? null : (
        <section>
          <h3 className="font-semibold outline-none" tabIndex={-1} ref={focusHeading}>
            {text.created(created.length)}
          </h3>
          <p className="text-muted">{text.createdNext}</p>
          <ul className="mt-1 columns-2 gap-x-6 max-phone:columns-1">
            {created.map(({ key, name }) => (
              <li key={key} className="min-w-0 break-all">
                <Link
                  href={`/capabilities/${encodeURIComponent(name)}?tab=edit`}
                  className="font-mono text-accent-text text-code underline"
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {refused.length === 0 ? null : (
        <section>
          <h3 className="font-semibold">{text.refused(refused.length)}</h3>
          <ul>
            {refused.map(({ key, name, message, next }) => (
              <li key={key} className="border-line border-b py-1.5 text-meta">
                <p className="break-all font-mono text-code">{name}</p>
                <p className="text-muted">{[message, next].filter(Boolean).join(" ")}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
