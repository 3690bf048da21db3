/** The Bangla of a set of words: every key of the English one, or it does not compile. */
export type Same<T> = { readonly [Key in keyof T]: string };
