import type { View } from "../../api/queries.ts";

export const ModelPage = ({ modelKey }: { readonly modelKey: string; readonly view: View }) => <h1>{modelKey}</h1>;
