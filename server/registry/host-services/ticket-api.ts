import { readFile } from "node:fs/promises";
import { z } from "zod";
import { type HostService, refuse, type ServiceAnswer, toCallable } from "./host-service";

/** The file behind the service. Unknown keys are dropped: code gets what is described here and nothing more. */
const ticketFileSchema = z.object({
  tickets: z.array(
    z.object({
      ticket_id: z.string().min(1),
      title: z.string(),
      current_step: z.string(),
      next_step: z.string().nullable().default(null),
      updated_at: z.string(),
      owner: z.string().nullable().default(null),
      priority: z.string().nullable().default(null),
      steps: z.array(
        z.object({
          name: z.string(),
          state: z.enum(["done", "current", "pending"]),
          at: z.string().nullable().default(null),
        }),
      ),
    }),
  ),
});

async function findTicket(file: string, ticketId: string, signal: AbortSignal): Promise<ServiceAnswer> {
  if (file === "") return refuse("not_configured", "no ticket file is set; choose one in Settings.");
  let text: string;
  try {
    text = await readFile(file, { encoding: "utf8", signal });
  } catch (error) {
    if (signal.aborted) return refuse("cancelled", "the call was cancelled.");
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return refuse(
      "ticket_file_unreadable",
      `the ticket file ${file} cannot be read (${reason}); check it in Settings.`,
    );
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return refuse("ticket_file_broken", `the ticket file ${file} is not JSON; mend it or choose another in Settings.`);
  }
  const parsed = ticketFileSchema.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return refuse(
      "ticket_file_broken",
      `the ticket file ${file} is wrong at ${issue?.path.join(".")}: ${issue?.message}`,
    );
  }
  const ticket = parsed.data.tickets.find((candidate) => candidate.ticket_id === ticketId);
  return { ok: true, data: ticket === undefined ? { found: false } : { found: true, ticket } };
}

/**
 * `ticket_api.query_status {ticket_id}` answers `{found: false}` or `{found: true, ticket}`, out of the JSON file named in
 * Settings, read at each call so that an edited file counts at once. Only reads (seed 003: an ability does what it says).
 */
export function createTicketApi(ticketFile: () => string): HostService {
  return {
    query_status: toCallable({
      description: "The state of one ticket by its full id.",
      input: z.strictObject({ ticket_id: z.string().min(1).max(64) }),
      run: ({ ticket_id }, signal) => findTicket(ticketFile(), ticket_id, signal),
    }),
  };
}
