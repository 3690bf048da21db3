/** What customs ask for, in the order in which each builds on those before it. */
export const levies = ["cd", "rd", "sd", "vat", "at", "ait"] as const;
export type Levy = typeof levies[number];
