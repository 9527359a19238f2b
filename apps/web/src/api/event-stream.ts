/** The part of EventSource that is used; tests bring their own. */
export interface EventStream {
  readonly readyState: number;
  addEventListener(type: string, listener: (event: { readonly data?: unknown }) => void): void;
  close(): void;
}
