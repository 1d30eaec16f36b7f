import type { Diagnosis } from "#server/cli/backend";
import type { Command, Output } from "#server/cli/command";
import { EXIT } from "#server/cli/exit-codes";
import { toRootLine } from "#server/cli/root-line";

const WEAK = new Set(["node-fs", "none"]);

export const doctor: Command = {
  usage: "capstan doctor",
  summary: "Say what this installation can do, what is missing and how to mend it.",
  takes: 0,
  async run({ connect, output }) {
    await using backend = await connect();
    const diagnosis = await backend.diagnose();
    if (output.isJson) output.out(JSON.stringify({ ...diagnosis, server: backend.address, node: process.version }));
    else print(diagnosis, backend.address, output);
    return WEAK.has(diagnosis.sandbox.level) ? EXIT.failed : EXIT.done;
  },
};

function print(diagnosis: Diagnosis, address: string | null, output: Output): void {
  const { sandbox, model } = diagnosis;
  const held = sandbox.probes.filter((probe) => probe.held).length;
  output.out(`Capstan    ${diagnosis.version}, Node ${process.version}`);
  output.out(`Server     ${address ?? "not running (`npm start`)"}`);
  output.out(`State      ${diagnosis.stateFolder}`);
  output.out(`Project    ${diagnosis.project ?? "none"}`);
  output.out(`Model      ${model.isPlanner ? "none connected: the offline planner answers" : model.label}`);
  output.out(
    `Sandbox    level ${sandbox.level}, runner ${sandbox.runner.version}, ${held} of ${sandbox.probes.length} probes held`,
  );
  for (const probe of sandbox.probes.filter(({ held: isHeld }) => !isHeld)) {
    output.out(`           not held: ${probe.name}: ${probe.detail}`);
  }
  if (sandbox.fix) output.out(`           ${sandbox.fix.sentence} Type: ${sandbox.fix.command}`);
  for (const root of diagnosis.roots) {
    output.out(`Root       ${toRootLine(root)}`);
  }
  for (const entry of diagnosis.broken)
    output.out(`Broken     ${entry.folder}: ${entry.firstIssue ?? "cannot be loaded"}`);
  const { toMend } = diagnosis;
  const findings = toMend === 1 ? "1 finding" : `${toMend} findings`;
  output.out(`Health     ${toMend === 0 ? "nothing to mend" : `${findings} to mend; the page /health lists them`}`);
}
