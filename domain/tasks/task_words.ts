/** The words of tasks. The pages read them too, so this file imports nothing. */

export const openTaskStatuses = ["new", "in_progress", "waiting"] as const;
export const taskStatuses = [...openTaskStatuses, "completed", "cancelled"] as const;
export const taskStatusAliases = { done: "completed" } as const;

/** How soon something wants to be done; tickets have it too. */
export const priorities = ["low", "normal", "high", "urgent"] as const;
