import { runJob } from "./frames.mjs";

/** "TK-20241215-001" out of "20241215-001", "tk 20241215001" or full-width forms; null when it is no ticket number. */
function completeTicketId(text) {
  // NFKC turns full-width letters, digits and hyphens into their ASCII forms; dashes of other kinds follow.
  const plain = text
    .normalize("NFKC")
    .replace(/[\u2010-\u2015\u2212_\s]+/g, "-")
    .toUpperCase();
  const match = /^(?:TK)?-*(\d{8})-*(\d{3,6})$/.exec(plain.replace(/^[-#]+|-+$/g, ""));
  return match === null ? null : `TK-${match[1]}-${match[2]}`;
}

function toProgress(ticket) {
  const next = ticket.next_step === null ? "no further step" : `next: ${ticket.next_step}`;
  return `${ticket.current_step}; ${next}; updated ${ticket.updated_at}`;
}

await runJob(async ({ ticket_id }, host) => {
  const completed = completeTicketId(ticket_id);
  if (completed === null) {
    return {
      problem: {
        code: "not_a_ticket_id",
        message: `"${ticket_id}" is not a ticket number.`,
        next: "Give eight digits of the date and the running number, for example TK-20241215-001.",
      },
    };
  }
  const answer = await host.callService("ticket_api", "query_status", { ticket_id: completed });
  if (!answer.ok) {
    return {
      problem: {
        code: "ticket_system_unavailable",
        message: `The ticket system did not answer: ${answer.error}`,
        next: "Try again later, or check the ticket file in Settings.",
      },
    };
  }
  if (!answer.data.found) {
    return { found: false, ticket_id: completed, progress: `No ticket has the number ${completed}.` };
  }
  const { ticket } = answer.data;
  const { title, current_step, next_step, owner, priority, updated_at } = ticket;
  return {
    found: true,
    ticket_id: completed,
    progress: toProgress(ticket),
    facts: { title, current_step, next_step, owner, priority, updated_at },
    steps: ticket.steps,
  };
});
