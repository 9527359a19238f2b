// Sets the theme before the first paint. src/app/theme.ts writes the same key.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("ome-matrix-theme");
  } catch {
    // Storage may be blocked; the system's theme is used then.
  }
  const dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
