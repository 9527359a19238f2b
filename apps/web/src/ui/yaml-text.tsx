import "./yaml-text.css";
import Prism, { type Token, type TokenStream } from "prismjs";
import "prismjs/components/prism-yaml.js";
import type { ReactNode } from "react";

const drawn = (stream: TokenStream): ReactNode => {
  if (typeof stream === "string") return stream;
  if (Array.isArray(stream)) {
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens of a fixed text never change places
    return stream.map((token: string | Token, index) => <Piece key={index} token={token} />);
  }
  return <Piece token={stream} />;
};

const Piece = ({ token }: { readonly token: string | Token }) =>
  typeof token === "string" ? token : <span className={`yaml-${token.type}`}>{drawn(token.content)}</span>;

/** YAML with its keys, texts and numbers told apart. Elements, not markup: nothing in the text can become HTML. */
export const YamlText = ({ text }: { readonly text: string }) => {
  const grammar = Prism.languages["yaml"];
  return grammar === undefined ? text : drawn(Prism.tokenize(text, grammar));
};
