import "./styles/index.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { startLive } from "./api/live.ts";
import { createQueryClient, Providers } from "./app/providers.tsx";
import { createRouter } from "./app/router.tsx";
import { followSystemTheme } from "./app/theme.ts";

const root = document.getElementById("root");
if (root !== null) {
  const queryClient = createQueryClient();
  followSystemTheme();
  createRoot(root).render(
    <StrictMode>
      <Providers queryClient={queryClient} router={createRouter()} live={startLive({ queryClient })} />
    </StrictMode>,
  );
}
