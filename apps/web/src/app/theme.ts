/** The chosen theme. public/theme.js reads the same key before the first paint. */
const storageKey = "ome-matrix-theme";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export const readTheme = (): Theme => {
  try {
    const stored = localStorage.getItem(storageKey);
    return themes.find((theme) => theme === stored) ?? "system";
  } catch {
    return "system";
  }
};

const isDark = (theme: Theme): boolean =>
  theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);

const show = (theme: Theme): void => {
  document.documentElement.dataset["theme"] = isDark(theme) ? "dark" : "light";
};

export const setTheme = (theme: Theme): void => {
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Storage may be blocked; the theme then lasts as long as the page.
  }
  show(theme);
};

/** Follows the system while nothing else is chosen. */
export const followSystemTheme = (): (() => void) => {
  const query = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => show(readTheme());
  query.addEventListener("change", follow);
  return () => query.removeEventListener("change", follow);
};
