import type { CalloutView } from "./callout-view.ts";
import type { FactView } from "./fact-view.ts";

/** What the page of every object begins with. */
export interface ObjectView {
  readonly title: string;
  readonly tags: readonly string[];
  readonly callout: CalloutView;
  readonly facts: readonly FactView[];
}
