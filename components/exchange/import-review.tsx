import { useState } from "react";
import { exchangeText } from "#components/messages/en/exchange";
import { Button, LinkButton } from "#components/ui/button";
import { ErrorPanel } from "#components/ui/error-panel";
import { SearchField } from "#components/ui/search-field";
import { focusHeading } from "./focus-heading";
import { ImportItemRow } from "./import-item-row";
import { canCreate, filterItems, type ImportPreview, isChosen } from "./import-model";
import { ImportSkipped } from "./import-skipped";
import type { ImportState } from "./use-import";

const text = exchangeText.import;
const FILTER_FROM = 12;
const SHOWN_AT_FIRST = 200;
const FILES_SHOWN = 8;

/** What would come of the import: what each file was taken for, what it makes, and what it does not. */
export function ImportReview({ state, preview }: { state: ImportState; preview: ImportPreview }) {
  const { unread } = state;
  const left = unread.map((path) => ({ key: path, place: path, code: "not_text", reason: text.notText }));
  return (
    <div className="flex flex-col gap-4">
      {preview.root === null ? (
        <ErrorPanel
          tone="warn"
          title={text.noRoot}
          action={<LinkButton href="/settings#roots">{text.toSettings}</LinkButton>}
        />
      ) : null}
      <Files files={preview.files} />
      {preview.issues.map(({ message }) => (
        <p key={message} className="text-meta text-warn">
          {message}
        </p>
      ))}
      {preview.items.length > 0 ? <Items state={state} /> : <p className="text-muted">{text.nothing}</p>}
      <ImportSkipped skipped={[...preview.skipped, ...left]} onQuote={state.quote} />
    </div>
  );
}

function Files({ files }: { files: ImportPreview["files"] }) {
  const shown = files.slice(0, FILES_SHOWN);
  return (
    <section>
      <h3 className="font-semibold outline-none" tabIndex={-1} ref={focusHeading}>
        {text.found}
      </h3>
      <ul className="text-meta">
        {shown.map(({ path, format, verdict, found }) => (
          <li key={path} className="flex flex-wrap gap-x-2">
            <span className="break-all font-mono text-code">{path || text.pasted}</span>
            <span className="text-muted">{format === null ? text.unknownFormat : verdict}</span>
            <span className="text-muted tabular-nums">{format === null ? "" : text.foundIn(found)}</span>
          </li>
        ))}
      </ul>
      {files.length > shown.length ? (
        <p className="text-meta text-muted">{text.showMore(files.length - shown.length)}</p>
      ) : null}
    </section>
  );
}

function Items({ state }: { state: ImportState }) {
  const { items, chosen, clicked } = state;
  const [filter, setFilter] = useState("");
  const [isAll, setAll] = useState(false);
  const found = filterItems(items, filter);
  const shown = isAll ? found : found.slice(0, SHOWN_AT_FIRST);
  return (
    <section>
      <div className="flex flex-wrap items-center gap-2 pb-1">
        <h3 className="font-semibold tabular-nums" aria-live="polite">
          {text.items(chosen.length, items.length)}
        </h3>
        <span className="ml-auto flex flex-wrap items-center gap-1">
          <Button variant="quiet" size="small" onPress={() => state.clickAll(found.filter(canCreate), true)}>
            {text.chooseAll}
          </Button>
          <Button variant="quiet" size="small" onPress={() => state.clickAll(found, false)}>
            {text.chooseNone}
          </Button>
        </span>
      </div>
      {items.length > FILTER_FROM ? (
        <SearchField label={text.filter} placeholder={text.filter} value={filter} onChange={setFilter} />
      ) : null}
      <ul>
        {shown.map((item) => (
          <ImportItemRow
            key={item.key}
            item={item}
            isChosen={isChosen(item, clicked)}
            onChoose={(isOn) => state.click(item.key, isOn)}
            onRename={(name) => state.rename(item.key, name)}
          />
        ))}
      </ul>
      {shown.length < found.length ? (
        <Button variant="quiet" size="small" onPress={() => setAll(true)}>
          {text.showAll(found.length)}
        </Button>
      ) : null}
    </section>
  );
}
