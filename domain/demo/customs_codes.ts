/** Codes of the goods that are traded, and made up rates: CD, RD, SD, VAT, AT, AIT. */
export const codes = {
  Machines: { hs_code: "8443.39.10", rates: [1, 0, 0, 15, 7.5, 5] },
  Ink: { hs_code: "3215.19", rates: [25, 3, 0, 15, 7.5, 5] },
  Parts: { hs_code: "8443.99.90", rates: [10, 0, 0, 15, 7.5, 5] },
};
