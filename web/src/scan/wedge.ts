/** A scanner that is a keyboard types fast and ends with Enter; a person's typing is left alone. */
export function listenToWedge(take: (code: string) => void): () => void {
  let code = "";
  let last = 0;
  const onKey = (event: KeyboardEvent) => {
    if ((event.target as Element).closest("input, textarea, select")) return;
    if (event.timeStamp - last > 80) code = "";
    last = event.timeStamp;
    if (event.key === "Enter" && code.length >= 4) {
      event.preventDefault();
      take(code);
      code = "";
    } else if (event.key.length === 1) code += event.key;
  };
  addEventListener("keydown", onKey);
  return () => removeEventListener("keydown", onKey);
}
