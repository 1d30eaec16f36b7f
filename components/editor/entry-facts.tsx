import { toOriginText } from "#components/exchange/origin";
import { editorText } from "#components/messages/en/editor";
import { exchangeText } from "#components/messages/en/exchange";
import { stateWords, typeWords } from "#components/messages/en/words";
import { CopyButton } from "#components/ui/copy-button";
import { formatBytes, formatDigest } from "#components/ui/format";
import { StateMark } from "#components/ui/state-mark";
import { RelativeTime } from "#components/ui/time";
import type { CapabilityDetails } from "./draft-model";
import { Fact, FactList } from "./part";

const text = editorText.overview;
const words = editorText.facts;

/** What the entry is: type, bytes, where it lies. */
export function Facts({ details: { summary, contract } }: { details: CapabilityDetails }) {
  const origin = toOriginText(contract);
  return (
    <FactList>
      <Fact name={words.type}>{summary.type === null ? words.unknown : typeWords[summary.type]}</Fact>
      {summary.version === null ? null : <Fact name={words.version}>{summary.version}</Fact>}
      {summary.digest === null ? null : (
        <Fact name={words.digest}>
          <code title={summary.digest}>{formatDigest(summary.digest)}</code>
          <CopyButton text={summary.digest} label={words.copyDigest} />
        </Fact>
      )}
      <Fact name={words.layer}>{words.layers[summary.layer]}</Fact>
      <Place summary={summary} />
      {origin === null ? null : <Fact name={exchangeText.imported}>{origin}</Fact>}
      {summary.sensitivity === null ? null : <Fact name={words.sensitivity}>{summary.sensitivity}</Fact>}
      {summary.shadowedBy === null ? null : (
        <Fact name={text.shadowedBy}>
          <code className="min-w-0 break-all">{summary.shadowedBy}</code>
        </Fact>
      )}
    </FactList>
  );
}

/** Root and folder; of a name that only a draft has, where an approval would write it. */
function Place({ summary }: { summary: CapabilityDetails["summary"] }) {
  if (summary.place === "draft" && summary.rootPath === "") return <Fact name={words.goesTo}>{words.noRoot}</Fact>;
  return (
    <>
      {summary.place === "draft" ? null : (
        <Fact name={words.root}>
          <code className="min-w-0 break-all">{summary.rootPath}</code>
        </Fact>
      )}
      <Fact name={summary.place === "draft" ? words.goesTo : words.folder}>
        <code className="min-w-0 break-all">{summary.folder}</code>
        <CopyButton text={summary.folder} label={words.copyFolder} />
      </Fact>
    </>
  );
}

/** Who made these bytes trusted. */
export function Trust({ trust }: { trust: CapabilityDetails["trust"] }) {
  if (trust === null) return <p className="text-muted">{text.noTrust}</p>;
  return (
    <FactList>
      <Fact name={text.trustedBy}>{trust.trustedBy}</Fact>
      <Fact name={text.trustedAt}>
        <RelativeTime at={trust.trustedAt} />
      </Fact>
      {trust.reason === "" ? null : <Fact name={text.trustReason}>{trust.reason}</Fact>}
    </FactList>
  );
}

type FilesProps = { files: CapabilityDetails["files"]; onOpenFile: (path: string) => void };

/** Files on disk; each opens in the editor. */
export function Files({ files, onOpenFile }: FilesProps) {
  return (
    <ul>
      {files.map((file) => (
        <li key={file.path} className="flex items-center gap-2" title={file.note ?? file.digest}>
          <button
            type="button"
            onClick={() => onOpenFile(file.path)}
            className="min-w-0 flex-1 truncate rounded-sm text-left text-accent-text underline pointer-coarse:min-h-8"
          >
            <code>{file.path}</code>
          </button>
          <span className="shrink-0 text-meta text-muted tabular-nums">{formatBytes(file.size)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Other entries of the same name. */
export function Others({ others }: { others: CapabilityDetails["others"] }) {
  return (
    <ul className="flex flex-col gap-1">
      {others.map((other) => (
        <li key={other.folder} className="flex items-start gap-2">
          <StateMark state={other.state} label={stateWords[other.state]} />
          <span className="min-w-0 flex-1">
            <code className="break-all">{other.folder}</code>
            <span className="block text-meta text-muted">
              {[other.version, other.digest === null ? "" : formatDigest(other.digest)].filter(Boolean).join(", ")}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
