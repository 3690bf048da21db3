const encoder = new TextEncoder();
/** Bytes that are kept for the next; what one answer needed beyond is given back. */
const KEPT = 64 * 1024;
/** Below so many bytes a loop is quicker than a call for the copy. */
const FEW = 48;

/** JSON under construction, in UTF-8. One at a time: the memory is used again. */
export class JsonBytes {
  static readonly #one = new JsonBytes();
  #made = new Uint8Array(KEPT);
  #end = 0;

  static begin(): JsonBytes {
    JsonBytes.#one.#end = 0;
    return JsonBytes.#one;
  }

  /** Characters below 128, such as keys and punctuation. */
  ascii(text: string): void {
    this.#room(text.length);
    const made = this.#made;
    let end = this.#end;
    for (let at = 0; at < text.length; at++) made[end++] = text.charCodeAt(at);
    this.#end = end;
  }

  text(text: string): void {
    this.#room(3 * text.length);
    this.#end += encoder.encodeInto(text, this.#made.subarray(this.#end)).written;
  }

  bytes(from: Uint8Array, start: number, end: number): void {
    const size = end - start;
    this.#room(size);
    if (size >= FEW) this.#made.set(from.subarray(start, end), this.#end);
    else for (let at = start, to = this.#end; at < end;) this.#made[to++] = from[at++];
    this.#end += size;
  }

  quoted(from: Uint8Array, start: number, end: number): void {
    this.ascii('"');
    this.bytes(from, start, end);
    this.ascii('"');
  }

  /** Takes the last character back. */
  reopen(): void {
    this.#end--;
  }

  /** A copy of what was made. */
  taken(): Uint8Array<ArrayBuffer> {
    const taken = this.#made.slice(0, this.#end);
    if (this.#made.length > 16 * KEPT) this.#made = new Uint8Array(KEPT);
    return taken;
  }

  #room(size: number): void {
    if (this.#end + size <= this.#made.length) return;
    const larger = new Uint8Array(2 * (this.#end + size));
    larger.set(this.#made.subarray(0, this.#end));
    this.#made = larger;
  }
}
