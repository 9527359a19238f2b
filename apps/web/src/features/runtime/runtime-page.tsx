import type { View } from "../../api/queries.ts";

export const RuntimePage = ({ runtimeKey }: { readonly runtimeKey: string; readonly view: View }) => (
  <h1>{runtimeKey}</h1>
);
