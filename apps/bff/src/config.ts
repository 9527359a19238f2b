import { isIP } from "node:net";
import { delimiter, resolve } from "node:path";
import { parseArgs } from "node:util";
import { closest, distance } from "fastest-levenshtein";

export const logLevels = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;
export type LogLevel = (typeof logLevels)[number];

/** Where the Kubernetes API comes from. */
export type SourceConfig =
  | { readonly type: "demo" }
  | { readonly type: "manifests"; readonly paths: readonly string[] }
  | { readonly type: "kubeconfig"; readonly file?: string; readonly context?: string }
  | { readonly type: "in-cluster" };

export interface Config {
  readonly source: SourceConfig;
  /** The only namespaces to follow; without any, all of them. */
  readonly namespaces: readonly string[];
  readonly host: string;
  readonly port: number;
  /** Whether the user asked for this very port, rather than for any. */
  readonly portIsGiven: boolean;
  /** The port of the mock cluster; 0 takes a free one. */
  readonly apiPort: number;
  readonly allowedHosts: readonly string[];
  /** What a reverse proxy has in front of every address, such as `/ome-matrix`; empty without one. Never ends in a slash. */
  readonly basePath: string;
  readonly logLevel: LogLevel;
}

export type ReadConfig =
  | { readonly type: "run"; readonly config: Config }
  | { readonly type: "help" }
  | { readonly type: "version" }
  /** Everything that is wrong, a sentence each. */
  | { readonly type: "wrong"; readonly problems: readonly string[] };

export interface ConfigInput {
  readonly commandLine: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workingDirectory: string;
  readonly exists: (path: string) => boolean;
}

export const helpText = `OME Matrix shows which serving runtime OME picks for a model, and why not the others.

Without options it shows a demo cluster of its own.

Where the objects come from
  --manifests DIR        A folder of YAML manifests, or a file; repeat it for more. A changed file is a change in the cluster
  --kubeconfig FILE      A real cluster, with the credentials of this kubeconfig
  --context NAME         The context to use; without --kubeconfig that of KUBECONFIG or ~/.kube/config
  --in-cluster           A real cluster, with the service account of the pod this runs in
  --namespace NAME       Follow this namespace only, with the rights of a Role in it; repeat it for more

Where it listens
  --port N               Port of the page and its API (default 7300, or a free one when that is taken; 0: a free one)
  --host ADDRESS         Address to listen on (default 127.0.0.1)
  --allowed-host NAME    A host name, or NAME:PORT, to serve besides 127.0.0.1 and localhost; repeat it for more
  --base-path PATH       The path below which a reverse proxy serves the page, such as /ome-matrix (default: none)
  --api-port N           Port of the demo's or the manifests' Kubernetes API, always on 127.0.0.1 (default: a free one)

And else
  --log-level LEVEL      ${logLevels.join(", ")} (default warn); the log goes to standard error
  --help                 This text
  --version              The version

Environment variables do the same; the command line goes first.
  OME_MATRIX_MANIFESTS   folders, separated by "${delimiter}"
  OME_MATRIX_KUBECONFIG  OME_MATRIX_CONTEXT  OME_MATRIX_IN_CLUSTER=true
  OME_MATRIX_NAMESPACES                      names, separated by commas
  OME_MATRIX_PORT        OME_MATRIX_HOST     OME_MATRIX_API_PORT
  OME_MATRIX_ALLOWED_HOSTS                   names, separated by commas
  OME_MATRIX_BASE_PATH   OME_MATRIX_LOG_LEVEL
`;

const options = {
  manifests: { type: "string", multiple: true },
  kubeconfig: { type: "string" },
  context: { type: "string" },
  "in-cluster": { type: "boolean" },
  namespace: { type: "string", multiple: true },
  port: { type: "string" },
  host: { type: "string" },
  "allowed-host": { type: "string", multiple: true },
  "base-path": { type: "string" },
  "api-port": { type: "string" },
  "log-level": { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

const defaultPort = 7300;

const variablePrefix = "OME_MATRIX_";
const variables = [
  "MANIFESTS",
  "KUBECONFIG",
  "CONTEXT",
  "IN_CLUSTER",
  "NAMESPACES",
  "PORT",
  "HOST",
  "API_PORT",
  "ALLOWED_HOSTS",
  "BASE_PATH",
  "LOG_LEVEL",
] as const;
type Variable = (typeof variables)[number];

/** Kubernetes sets such variables in every pod beside a Service whose name begins with ome-matrix; they are not meant for us. */
const isOfKubernetes = (name: string, value: string): boolean =>
  /_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)$/.test(name) ||
  (name.endsWith("_PORT") && /^(?:tcp|udp|sctp):\/\//.test(value));

const split = (text: string | undefined, separator: string): string[] =>
  (text ?? "")
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");

const filled = (text: string | undefined): string | undefined => (text === "" ? undefined : text);

/** node:util throws at the first thing it does not know; all of them are wanted. */
const readCommandLine = (commandLine: readonly string[], problems: string[]) => {
  const { tokens } = parseArgs({ args: [...commandLine], options, strict: false, tokens: true });
  const texts = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind === "positional")
      problems.push(`"${token.value}" is not an option; folders are given with --manifests`);
    if (token.kind !== "option") continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name as keyof typeof options] : undefined;
    if (option === undefined) problems.push(`${token.rawName} is not an option; --help lists them all`);
    else if (option.type === "string" && (token.value === undefined || token.value === "")) {
      problems.push(`--${token.name} needs a value`);
    } else if (option.type === "boolean" && token.value !== undefined) {
      problems.push(`--${token.name} takes no value`);
    } else texts.set(token.name, [...(texts.get(token.name) ?? []), token.value ?? "true"]);
  }
  for (const [name, values] of texts) {
    const option = options[name as keyof typeof options];
    const repeats = "multiple" in option && option.multiple;
    if (!repeats && values.length > 1 && new Set(values).size > 1) {
      problems.push(`--${name} is given more than once, with different values`);
    }
  }
  return (name: keyof typeof options): readonly string[] => texts.get(name) ?? [];
};

const readPort = (text: string | undefined, name: string, problems: string[]): number | undefined => {
  if (text === undefined) return undefined;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  problems.push(`${name} has to be a whole number from 0 to 65535, and "${text}" is not`);
  return undefined;
};

/** First parts of our own addresses. A proxy that takes the base path off leaves these, so a base path may not begin alike. */
const ownFirstParts: readonly string[] = [
  "api",
  "assets",
  "models",
  "runtimes",
  "services",
  "healthz",
  "readyz",
  "metrics",
];

const readBasePath = (text: string | undefined, problems: string[]): string => {
  const path = (text ?? "").replace(/\/$/, "");
  if (path === "") return "";
  const name = "--base-path (OME_MATRIX_BASE_PATH)";
  const parts = path.split("/").slice(1);
  // Letters that mean the same in an address, in HTML and in a quoted text: nothing has to be escaped anywhere.
  const isPath = path.startsWith("/") && parts.every((part) => /^[\w.~-]+$/.test(part) && !/^\.\.?$/.test(part));
  if (!isPath) {
    problems.push(
      `${name} has to be a path such as /ome-matrix: a "/" before each part, and in the parts letters, digits, ".", "_", "~" and "-" only; "${text}" is not`,
    );
  } else if (path.length > 200) {
    problems.push(`${name} has to be shorter than 200 letters`);
  } else if (ownFirstParts.includes(parts[0] ?? "")) {
    problems.push(`${name} may not begin with /${parts[0]}, which is an address of the page itself`);
  }
  return path;
};

/** Command line and environment -> what to do. */
export const readConfig = ({ commandLine, environment, workingDirectory, exists }: ConfigInput): ReadConfig => {
  const problems: string[] = [];
  const given = readCommandLine(commandLine, problems);
  if (given("help").length > 0) return { type: "help" };
  if (given("version").length > 0) return { type: "version" };

  checkVariables(environment, problems);

  const variable = (name: Variable): string | undefined => {
    const value = filled(environment[`${variablePrefix}${name}`]);
    return value === undefined || isOfKubernetes(`${variablePrefix}${name}`, value) ? undefined : value;
  };
  const one = (option: keyof typeof options, name: Variable): string | undefined => given(option)[0] ?? variable(name);

  const source = readSource({ given, variable, workingDirectory, exists, problems });
  const namespaces = readNamespaces({ given, variable, problems });
  const port = readPort(one("port", "PORT"), "--port (OME_MATRIX_PORT)", problems);
  const apiPort = readPort(one("api-port", "API_PORT"), "--api-port (OME_MATRIX_API_PORT)", problems);
  if (apiPort !== undefined && (source.type === "kubeconfig" || source.type === "in-cluster")) {
    problems.push("--api-port is the port of the demo's own Kubernetes API; with a real cluster there is none");
  }
  if (port !== undefined && port !== 0 && port === apiPort) {
    problems.push(`--port and --api-port are both ${port}; they are two servers and need two ports`);
  }
  const host = one("host", "HOST") ?? "127.0.0.1";
  if (isIP(host) === 0 && host !== "localhost") {
    problems.push(
      `--host (OME_MATRIX_HOST) has to be an IP address to listen on, and "${host}" is not; names to be reached under are given with --allowed-host`,
    );
  }
  const fromCommandLine = given("allowed-host");
  const allowedHosts = fromCommandLine.length > 0 ? fromCommandLine : split(variable("ALLOWED_HOSTS"), ",");
  for (const name of allowedHosts) {
    if (!/^(?:[a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(name)) {
      problems.push(
        `--allowed-host (OME_MATRIX_ALLOWED_HOSTS) has to be a host name such as matrix.example.org, and "${name}" is not`,
      );
    }
  }
  const basePath = readBasePath(one("base-path", "BASE_PATH"), problems);
  const level = one("log-level", "LOG_LEVEL") ?? "warn";
  const logLevel = logLevels.find((known) => known === level);
  if (logLevel === undefined) {
    problems.push(`--log-level (OME_MATRIX_LOG_LEVEL) has to be one of ${logLevels.join(", ")}, and "${level}" is not`);
  }
  if (problems.length > 0 || logLevel === undefined) return { type: "wrong", problems };
  return {
    type: "run",
    config: {
      source,
      namespaces,
      host,
      port: port ?? defaultPort,
      portIsGiven: port !== undefined,
      apiPort: apiPort ?? 0,
      allowedHosts,
      basePath,
      logLevel,
    },
  };
};

/** A misspelled variable would otherwise do nothing, and nobody would know. */
const checkVariables = (environment: ConfigInput["environment"], problems: string[]): void => {
  const known: readonly string[] = variables.map((name) => `${variablePrefix}${name}`);
  for (const [name, value] of Object.entries(environment)) {
    if (!name.startsWith(variablePrefix) || known.includes(name)) continue;
    if (filled(value) === undefined || isOfKubernetes(name, value ?? "")) continue;
    const nearest = closest(name.toUpperCase(), known);
    const advice = distance(name.toUpperCase(), nearest) <= 3 ? `did you mean ${nearest}?` : "--help lists them all";
    problems.push(`${name} is not a variable of this program; ${advice}`);
  }
};

interface Given {
  readonly given: (name: keyof typeof options) => readonly string[];
  readonly variable: (name: Variable) => string | undefined;
  readonly problems: string[];
}

/** As Kubernetes names namespaces: they become part of an address. */
const namespacePattern = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

const readNamespaces = ({ given, variable, problems }: Given): readonly string[] => {
  const fromCommandLine = given("namespace").flatMap((text) => split(text, ","));
  const names = fromCommandLine.length > 0 ? fromCommandLine : split(variable("NAMESPACES"), ",");
  for (const name of names) {
    if (!namespacePattern.test(name)) {
      problems.push(
        `--namespace (OME_MATRIX_NAMESPACES) has to be the name of a namespace, and "${name}" can be none: lower-case letters, digits and "-", at most 63`,
      );
    }
  }
  return [...new Set(names)];
};

interface SourceInput extends Given {
  readonly workingDirectory: string;
  readonly exists: (path: string) => boolean;
}

/** One source, from the command line if it names any, else from the environment. */
const readSource = ({ given, variable, workingDirectory, exists, problems }: SourceInput): SourceConfig => {
  const names = ["manifests", "kubeconfig", "context", "in-cluster"] as const;
  const onCommandLine = names.some((name) => given(name).length > 0);
  const inCluster = variable("IN_CLUSTER");
  if (!onCommandLine && inCluster !== undefined && inCluster !== "true" && inCluster !== "false") {
    problems.push(`OME_MATRIX_IN_CLUSTER has to be true or false, and "${inCluster}" is not`);
  }
  const wanted = onCommandLine
    ? {
        manifests: given("manifests"),
        kubeconfig: given("kubeconfig")[0],
        context: given("context")[0],
        inCluster: given("in-cluster").length > 0,
      }
    : {
        manifests: split(variable("MANIFESTS"), delimiter),
        kubeconfig: variable("KUBECONFIG"),
        context: variable("CONTEXT"),
        inCluster: inCluster === "true",
      };
  const wantsKubeconfig = wanted.kubeconfig !== undefined || wanted.context !== undefined;
  const wantsManifests = wanted.manifests.length > 0;

  if (wantsManifests && (wantsKubeconfig || wanted.inCluster)) {
    const other = wanted.inCluster ? "--in-cluster" : wanted.kubeconfig !== undefined ? "--kubeconfig" : "--context";
    problems.push(
      `--manifests and ${other} exclude each other: manifests are served by an API of their own, and ${other} reads a real cluster; start it twice to see both`,
    );
  }
  if (wanted.inCluster && wantsKubeconfig) {
    problems.push("--in-cluster uses the pod's service account, so --kubeconfig and --context cannot go with it");
  }
  const paths = wanted.manifests.map((path) => resolve(workingDirectory, path));
  for (const path of paths) if (!exists(path)) problems.push(`--manifests: there is no ${path}`);
  const file = wanted.kubeconfig === undefined ? undefined : resolve(workingDirectory, wanted.kubeconfig);
  if (file !== undefined && !exists(file)) problems.push(`--kubeconfig: there is no ${file}`);

  if (wantsManifests) return { type: "manifests", paths };
  if (wanted.inCluster) return { type: "in-cluster" };
  if (!wantsKubeconfig) return { type: "demo" };
  return {
    type: "kubeconfig",
    ...(file === undefined ? {} : { file }),
    ...(wanted.context === undefined ? {} : { context: wanted.context }),
  };
};
