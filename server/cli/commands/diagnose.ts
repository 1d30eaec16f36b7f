import type { Command } from "#server/cli/command";
import { EXIT } from "#server/cli/exit-codes";
import { formatJson } from "#server/cli/format-json";
import { AppError } from "#server/errors";
import type { ToolDiagnosis, Verdict } from "#server/runs/diagnose/diagnosis";

const SIGNS: Record<Verdict, string> = { ok: "✓", warn: "!", fail: "✗", skipped: "-" };

function toLines({ summary, steps, utterances, inventory }: ToolDiagnosis): string[] {
  const checked = steps.flatMap(({ step, verdict, message, next, details }) => [
    `${SIGNS[verdict]} ${step.padEnd(15)} ${message}`,
    ...(details ?? []).map(({ text }) => `    ${text}`),
    ...(next === undefined ? [] : [`    ${next}`]),
  ]);
  const judged = utterances.map(({ text, tier }) => `  judged by "${text}" (${tier})`);
  return [summary, ...judged, "", ...checked, "", inventory];
}

export const diagnose: Command = {
  usage: 'capstan diagnose <tool> [--utterance "..."] [--tier T]',
  summary: "Say step by step why a model does or does not call a tool; fails when nothing can call it.",
  takes: 1,
  async run({ command, connect, output }) {
    const [name] = command.positionals;
    if (name === undefined) {
      throw new AppError("bad_input", "diagnose needs the name of a tool.", {
        next: 'Example: capstan diagnose log-triage --utterance "what went wrong?"',
      });
    }
    await using backend = await connect();
    const { utterance, tier } = command;
    const diagnosis = await backend.introspection.diagnose({
      name,
      ...(utterance === null ? {} : { utterance }),
      ...(tier === null ? {} : { tier }),
    });
    output.out(output.isJson ? formatJson(diagnosis) : toLines(diagnosis).join("\n"));
    return diagnosis.verdict === "fail" ? EXIT.failed : EXIT.done;
  },
};
