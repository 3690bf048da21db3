/** The first of these codings that the caller takes (RFC 9110, 12.5.3), told by its Accept-Encoding. */
export function codingFor<Name extends string>(
  accepted: string | undefined,
  offered: readonly Name[],
): Name | undefined {
  return offered.find((name) =>
    new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted ?? "")
  );
}
