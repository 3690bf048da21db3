/** The words of service tickets. The pages read them too, so this file imports nothing. */

export const openTicketStatuses = [
  "open",
  "assigned",
  "in_progress",
  "parts_required",
  "resolved",
] as const;
export const ticketStatuses = [...openTicketStatuses, "closed", "cancelled"] as const;
