/** Queries as one, no parameter twice: what a later one says goes before. */
export const joined = (...queries: (string | undefined)[]) =>
  new URLSearchParams(
    Object.assign({}, ...queries.map((one) => Object.fromEntries(new URLSearchParams(one)))),
  );
