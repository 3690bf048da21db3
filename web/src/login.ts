import {
  ApiError,
  type CoreWord,
  effect,
  logIn,
  prefs,
  setPrefs,
  t,
  wordsReady,
} from "./kit/first.ts";

/**
 * Brings the login form of the shell to life; answers once someone is signed in, or false when the shell
 * came without the form. The form is in the HTML, so that it is seen before any script has arrived.
 */
export async function showLogin(): Promise<boolean> {
  const form = document.getElementById("login") as HTMLFormElement | null;
  if (!form) return false;
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
  const told = form.querySelector<HTMLElement>(".told")!;
  const button = form.querySelector<HTMLButtonElement>("button[type=submit]")!;
  const stop = effect(() => {
    for (const node of form.querySelectorAll<HTMLElement>("[data-t]")) {
      node.textContent = t(node.dataset.t as CoreWord);
    }
    for (const choice of form.querySelectorAll<HTMLButtonElement>("[data-lang]")) {
      choice.setAttribute("aria-pressed", String(choice.dataset.lang === prefs.value.lang));
    }
  });
  for (const choice of form.querySelectorAll<HTMLButtonElement>("[data-lang]")) {
    choice.onclick = () => setPrefs({ lang: choice.dataset.lang as "en" | "bn" });
  }
  field("show").onchange = () => {
    field("password").type = field("show").checked ? "text" : "password";
  };
  field("identifier").value ||= prefs.value.lastUser;
  void wordsReady();
  button.disabled = false;
  form.dataset.ready = "";
  return await new Promise((resolve) => {
    form.onsubmit = async (event) => {
      event.preventDefault();
      told.textContent = "";
      button.disabled = true;
      try {
        await logIn(field("identifier").value.trim(), field("password").value);
        stop();
        resolve(true);
      } catch (error) {
        told.textContent = loginFault(error);
        field("password").focus();
      } finally {
        button.disabled = false;
      }
    };
  });
}

export function loginFault(error: unknown): string {
  if (!(error instanceof ApiError)) return t("no_internet_login");
  const { status, detail } = error.problem;
  if (status === 429) return t("too_many");
  return status === 401 ? t("wrong_login") : detail;
}
