import type { Command } from "./command.ts";

interface Module {
  /** the first words of its commands */
  words: string[];
  load(): Promise<Command[]>;
}

/** In the order of COMMANDS.md. */
const modules: Module[] = [
  { words: ["owner"], load: async () => (await import("./owner.ts")).ownerCommands },
  { words: ["user"], load: async () => (await import("./user.ts")).userCommands },
  { words: ["supplier"], load: async () => (await import("./supplier.ts")).supplierCommands },
  { words: ["shipment"], load: async () => (await import("./shipment.ts")).shipmentCommands },
  { words: ["receipt"], load: async () => (await import("./receipt.ts")).receiptCommands },
  { words: ["product"], load: async () => (await import("./product.ts")).productCommands },
  { words: ["customs"], load: async () => (await import("./customs.ts")).customsCommands },
  { words: ["customer"], load: async () => (await import("./customer.ts")).customerCommands },
  { words: ["cheque"], load: async () => (await import("./cheque.ts")).chequeCommands },
  { words: ["ledger"], load: async () => (await import("./ledger.ts")).ledgerCommands },
  { words: ["opening"], load: async () => (await import("./opening.ts")).openingCommands },
  {
    words: ["account", "journal"],
    load: async () => (await import("./account.ts")).accountCommands,
  },
  {
    words: ["account", "expense", "period"],
    load: async () => (await import("./treasury.ts")).treasuryCommands,
  },
  { words: ["template"], load: async () => (await import("./template.ts")).templateCommands },
  { words: ["list", "show"], load: async () => (await import("./records.ts")).recordCommands },
  { words: ["report"], load: async () => (await import("./report.ts")).reportCommands },
  { words: ["audit"], load: async () => (await import("./audit.ts")).auditCommands },
  { words: ["backup"], load: async () => (await import("./backup.ts")).backupCommands },
  { words: ["backup"], load: async () => (await import("./backup_key.ts")).backupKeyCommands },
  {
    words: ["verify-books", "books"],
    load: async () => (await import("./books.ts")).booksCommands,
  },
  { words: ["db"], load: async () => (await import("./db.ts")).dbCommands },
  { words: ["demo"], load: async () => (await import("./demo.ts")).demoCommands },
  { words: ["config"], load: async () => (await import("./config.ts")).configCommands },
  { words: ["doctor"], load: async () => (await import("./doctor.ts")).doctorCommands },
  { words: ["webhook"], load: async () => (await import("./webhook.ts")).webhookCommands },
  { words: ["version"], load: async () => (await import("./version.ts")).versionCommands },
  {
    words: ["completion"],
    load: async () => (await import("./completion.ts")).completionCommands(everyCommand),
  },
];

/** The table of commands, which help and completion are made from. */
export const everyCommand = (): Promise<Command[]> => loaded(modules);

/**
 * The commands that begin with a word; empty when none does. Only the program behind them is read, which
 * is what a command line waits for, and what its memory goes to.
 */
export const commandsFrom = (word: string): Promise<Command[]> =>
  loaded(modules.filter(({ words }) => words.includes(word)));

async function loaded(modules: Module[]): Promise<Command[]> {
  return (await Promise.all(modules.map(({ load }) => load()))).flat();
}
