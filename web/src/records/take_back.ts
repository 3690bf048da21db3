import { toast, undo } from "../kit/mod.ts";
import { rt } from "./words.ts";

/** Undo of a toast: takes the write back, or says that it is too late. */
export async function takeBack(key: string): Promise<void> {
  toast(rt(await undo(key) ? "undone" : "too_late"));
}

/** Says that a write is safe, and for a while how to take it back. */
export function saySaved({ key }: { key: string }): void {
  toast(rt("saved_here"), { label: rt("undo"), run: () => void takeBack(key) });
}
