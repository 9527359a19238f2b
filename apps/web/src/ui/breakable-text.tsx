import { Fragment } from "react";

/** Between the words of `CamelCase`, and after the signs that paths and versions are made of. */
const breaks = /(?<=[a-z0-9])(?=[A-Z])|(?<=[._:/-])(?=[^._:/-])/u;

/** A long name that may break between its parts, never inside one unless it must. Copying it gives the name as it is. */
export const BreakableText = ({ text }: { readonly text: string }) =>
  text.length < 16
    ? text
    : text.split(breaks).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
        <Fragment key={index}>
          {index === 0 ? null : <wbr />}
          {part}
        </Fragment>
      ));
