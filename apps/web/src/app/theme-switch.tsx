import { useState } from "react";
import { IconButton } from "../ui/button.tsx";
import type { IconName } from "../ui/icon.tsx";
import { readTheme, setTheme, type Theme, themes } from "./theme.ts";

const looks: Readonly<Record<Theme, { readonly icon: IconName; readonly label: string }>> = {
  system: { icon: "system", label: "Theme: as the system" },
  light: { icon: "sun", label: "Theme: light" },
  dark: { icon: "moon", label: "Theme: dark" },
};

/** System, light, dark, and round again. */
export const ThemeSwitch = () => {
  const [theme, setShown] = useState(readTheme);
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system";
  return (
    <IconButton
      icon={looks[theme].icon}
      label={`${looks[theme].label}. Switch to ${next}`}
      onClick={() => {
        setTheme(next);
        setShown(next);
      }}
    />
  );
};
