/** The colours that stand outside of the style sheet; the same values as in styles/app.css. */
export const colours = { primary: "#0b5fa5", ground: "#f3f5f7", dark: "#101418" };
