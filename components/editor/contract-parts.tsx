import { editorText } from "#components/messages/en/editor";
import { Chip } from "#components/ui/chip";
import type { CapabilityDetails } from "./draft-model";
import { Fact, Part } from "./part";

const text = editorText.overview;

type Contract = NonNullable<CapabilityDetails["contract"]>;

/** What it does, in order. */
export function Steps({ contract }: { contract: Contract }) {
  return (
    <Part title={text.steps}>
      <ol className="border-line border-t">
        {contract.steps.map((step) => (
          <li key={step.id} className="flex flex-wrap items-baseline gap-x-2 border-line border-b py-1">
            <code className="font-medium">{step.id}</code>
            <Chip>{step.kind}</Chip>
            <span className="text-muted">
              {[step.capability, step.prompt, step.file, step.model].filter(Boolean).join(", ")}
            </span>
          </li>
        ))}
      </ol>
    </Part>
  );
}

/** What makes a focus mode another loop. */
export function Loop({ loop }: { loop: NonNullable<Contract["loop"]> }) {
  return (
    <Part title={text.loop}>
      <p className="max-w-[80ch] whitespace-pre-wrap break-words">{loop.instructions}</p>
      <dl className="mt-1 grid grid-cols-[120px_1fr] gap-x-3 gap-y-0.5">
        <Fact name={text.loopActions}>{loop.actions?.join(", ") ?? text.loopAll}</Fact>
        <Fact name={text.loopCapabilities}>{loop.capabilities?.join(", ") ?? text.loopAll}</Fact>
      </dl>
    </Part>
  );
}

/** What ends an execution that takes too much. */
export function Limits({ limits }: { limits: Contract["limits"] }) {
  return (
    <Part title={text.limits}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3">
        {Object.entries(limits).map(([name, value]) => (
          <Fact key={name} name={name}>
            <span className="tabular-nums">
              {typeof value === "number" ? value.toLocaleString("en-US") : String(value)}
            </span>
          </Fact>
        ))}
      </dl>
    </Part>
  );
}
