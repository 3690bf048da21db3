import type { Weight } from "./typefaces.ts";

export interface Style {
  /** In points. */
  size: number;
  weight?: Weight;
  color?: string;
}

export const text: Style = { size: 9.5 };
export const strong: Style = { size: 9.5, weight: "bold" };
export const heading: Style = { size: 16, weight: "bold" };
export const label: Style = { size: 8, color: "#555555" };
export const smallPrint: Style = { size: 7.5, color: "#555555" };
