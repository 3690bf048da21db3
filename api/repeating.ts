/** Does some work again and again, with a pause between, and never twice at once; answers how to end that. */
export function repeat(work: () => Promise<void>, pauseMs: number): () => Promise<void> {
  let stopping = false;
  let wake = () => {};

  async function untilStopped(): Promise<void> {
    while (!stopping) {
      await work();
      if (stopping) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pauseMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  const ended = untilStopped();
  return () => {
    stopping = true;
    wake();
    return ended;
  };
}
