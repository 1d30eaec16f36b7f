import { FolderInput, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { exchangeText } from "#components/messages/en/exchange";
import { Button } from "#components/ui/button";
import { ErrorPanel } from "#components/ui/error-panel";
import { joinClasses } from "#components/ui/join-classes";
import { Spinner } from "#components/ui/spinner";
import { TextField } from "#components/ui/text-field";
import { countCharacters, isTooMuch } from "./import-model";
import { type ReadTexts, readChosen, readDropped } from "./read-files";
import type { ImportState } from "./use-import";

const text = exchangeText.import;
const PASTE_ROWS = 6;

/** Where an import begins: files dropped or chosen are looked at as soon as they are read, a pasted text on demand. */
export function ImportSource({ state }: { state: ImportState }) {
  const { files } = state.input;
  const [pasted, setPasted] = useState("");
  const [isEmpty, setEmpty] = useState(false);
  const [isReading, setReading] = useState(false);
  const take = async (reading: Promise<ReadTexts>) => {
    setReading(true);
    const read = await reading;
    setReading(false);
    setEmpty(read.files.length === 0);
    state.lookAt(read);
  };
  if (isReading || state.preview.isPending) {
    const megabytes = `${(countCharacters(files) / 1024 / 1024).toFixed(1)} MB`;
    return (
      <div className="flex flex-col gap-2 py-6">
        <p role="status" className="flex items-center gap-2 text-muted">
          <Spinner /> {text.looking(files.length, megabytes)}
        </p>
        {state.progress === null ? null : <Progress {...state.progress} />}
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <DropZone onTake={(reading) => void take(reading)} />
      {isEmpty ? <p className="text-danger text-meta">{text.noFiles}</p> : null}
      {isTooMuch(files) ? <ErrorPanel title={text.tooMuch(files.length, countCharacters(files))} /> : null}
      <TextField
        label={text.paste}
        value={pasted}
        onChange={setPasted}
        placeholder={text.pastePlaceholder}
        rows={PASTE_ROWS}
        isCode
      />
      <TextField
        label={text.source}
        hint={text.sourceHint}
        value={state.input.source}
        onChange={state.setSource}
        maxLength={200}
      />
      <div>
        <Button
          isDisabled={pasted.trim() === ""}
          onPress={() => state.lookAt({ files: [{ path: "", text: pasted }], unread: [] })}
        >
          {text.look}
        </Button>
      </div>
    </div>
  );
}

function Progress({ done, total }: { done: number; total: number }) {
  return (
    <div className="flex flex-col gap-1 text-meta text-muted tabular-nums">
      {text.progress(done, total)}
      <div
        role="progressbar"
        aria-label={text.progressLabel}
        aria-valuenow={done}
        aria-valuemax={total}
        className="h-1 overflow-hidden rounded-sm bg-pressed"
      >
        <div className="h-full bg-accent-solid" style={{ width: `${(100 * done) / Math.max(1, total)}%` }} />
      </div>
    </div>
  );
}

/** The browser's own choosers behind two buttons, in a frame that takes what is dropped. */
function DropZone({ onTake }: { onTake: (reading: Promise<ReadTexts>) => void }) {
  const [isOver, setOver] = useState(false);
  const filesInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  return (
    <section
      aria-label={text.drop}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onTake(readDropped(event.dataTransfer));
      }}
      className={joinClasses(
        "flex flex-col items-center gap-2 rounded-md border border-control border-dashed px-4 py-6 text-center",
        isOver && "border-accent bg-hover",
      )}
    >
      <Upload aria-hidden size={18} className="text-muted" />
      <p className="font-medium">{text.drop}</p>
      <p className="text-meta text-muted">{text.dropMeaning}</p>
      <div className="mt-1 flex flex-wrap justify-center gap-2">
        <Button icon={<Upload aria-hidden size={13} />} onPress={() => filesInput.current?.click()}>
          {text.chooseFiles}
        </Button>
        <Button icon={<FolderInput aria-hidden size={13} />} onPress={() => folderInput.current?.click()}>
          {text.chooseFolder}
        </Button>
      </div>
      <input
        ref={filesInput}
        type="file"
        multiple
        hidden
        aria-label={text.chooseFiles}
        onChange={(event) => onTake(readChosen([...(event.target.files ?? [])]))}
      />
      <input
        ref={(element) => {
          folderInput.current = element;
          // React knows no attribute for it.
          element?.setAttribute("webkitdirectory", "");
        }}
        type="file"
        hidden
        aria-label={text.chooseFolder}
        onChange={(event) => onTake(readChosen([...(event.target.files ?? [])]))}
      />
    </section>
  );
}
