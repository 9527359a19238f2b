const notShown = "(not shown)";

/**
 * The address of a model's files without what may be a credential in it: a user with a password or a token, and the query, where
 * signed addresses carry their signature.
 */
export const withoutCredentials = (uri: string): string =>
  uri.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, `$1${notShown}@`).replace(/\?.*$/s, `?${notShown}`);
