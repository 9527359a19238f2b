// The rules for names, as the API server words them.

const label = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const subdomainPattern = new RegExp(`^${label}(\\.${label})*$`);
const labelPattern = new RegExp(`^${label}$`);
const qualifiedNamePattern = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;

/** What is wrong with the name of an object; undefined when nothing is. */
export function checkSubdomain(name: string): string | undefined {
  if (name.length > 253) return "must be no more than 253 characters";
  if (subdomainPattern.test(name)) return undefined;
  return "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
}

/** What is wrong with the name of a namespace; undefined when nothing is. */
export function checkLabelName(name: string): string | undefined {
  if (name.length > 63) return "must be no more than 63 characters";
  if (labelPattern.test(name)) return undefined;
  return "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
}

/** The key of a label or of an annotation: `name` or `prefix/name`. */
export function isQualifiedName(key: string): boolean {
  const slash = key.indexOf("/");
  const prefix = slash === -1 ? undefined : key.slice(0, slash);
  const name = key.slice(slash + 1);
  if (prefix !== undefined && checkSubdomain(prefix) !== undefined) return false;
  return name.length <= 63 && qualifiedNamePattern.test(name);
}

/** The value of a label. */
export function isLabelValue(value: string): boolean {
  return value === "" || (value.length <= 63 && qualifiedNamePattern.test(value));
}
