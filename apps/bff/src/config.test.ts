import { describe, expect, it } from "vitest";
import { helpText, readConfig } from "./config.ts";

const read = (commandLine: readonly string[], environment: Record<string, string> = {}) =>
  readConfig({
    commandLine,
    environment,
    workingDirectory: "/home/user",
    exists: (path) => !path.includes("missing"),
  });

const defaults = {
  source: { type: "demo" },
  namespaces: [],
  host: "127.0.0.1",
  port: 7300,
  portIsGiven: false,
  apiPort: 0,
  allowedHosts: [],
  basePath: "",
  logLevel: "warn",
};

describe("the configuration", () => {
  const rows: readonly {
    readonly line?: readonly string[];
    readonly environment?: Record<string, string>;
    readonly config: Record<string, unknown>;
  }[] = [
    { config: {} },
    { line: ["--port", "0"], config: { port: 0, portIsGiven: true } },
    { line: ["--port=8080"], config: { port: 8080, portIsGiven: true } },
    { environment: { OME_MATRIX_PORT: "8080" }, config: { port: 8080, portIsGiven: true } },
    { line: ["--port", "1"], environment: { OME_MATRIX_PORT: "2" }, config: { port: 1, portIsGiven: true } },
    // What Kubernetes sets beside a Service named ome-matrix.
    { environment: { OME_MATRIX_PORT: "tcp://10.0.0.1:80", OME_MATRIX_SERVICE_HOST: "10.0.0.1" }, config: {} },
    {
      environment: {
        OME_MATRIX_SERVICE_HOST: "10.0.0.1",
        OME_MATRIX_SERVICE_PORT: "80",
        OME_MATRIX_SERVICE_PORT_HTTP: "80",
        OME_MATRIX_PORT: "tcp://10.0.0.1:80",
        OME_MATRIX_PORT_80_TCP: "tcp://10.0.0.1:80",
        OME_MATRIX_PORT_80_TCP_PROTO: "tcp",
        OME_MATRIX_PORT_80_TCP_PORT: "80",
        OME_MATRIX_PORT_80_TCP_ADDR: "10.0.0.1",
      },
      config: {},
    },
    // And beside one named ome-matrix-api.
    { environment: { OME_MATRIX_API_SERVICE_HOST: "10.0.0.1", OME_MATRIX_API_PORT: "udp://10.0.0.1:80" }, config: {} },
    { environment: { OME_MATRIX_PORT: "" }, config: {} },
    { environment: { OME_MATRIX_PROT: "", OME_MATRIXES: "1", HOME: "/" }, config: {} },
    { line: ["--api-port", "8001"], config: { apiPort: 8001 } },
    {
      line: ["--manifests", "models", "--manifests", "/srv/runtimes"],
      config: { source: { type: "manifests", paths: ["/home/user/models", "/srv/runtimes"] } },
    },
    {
      environment: { OME_MATRIX_MANIFESTS: "models:/srv/runtimes" },
      config: { source: { type: "manifests", paths: ["/home/user/models", "/srv/runtimes"] } },
    },
    {
      line: ["--kubeconfig", "config", "--context", "prod"],
      config: { source: { type: "kubeconfig", file: "/home/user/config", context: "prod" } },
    },
    { line: ["--context", "prod"], config: { source: { type: "kubeconfig", context: "prod" } } },
    { line: ["--in-cluster"], config: { source: { type: "in-cluster" } } },
    { environment: { OME_MATRIX_IN_CLUSTER: "true" }, config: { source: { type: "in-cluster" } } },
    { environment: { OME_MATRIX_IN_CLUSTER: "false" }, config: {} },
    { line: ["--namespace", "studio", "--namespace=art"], config: { namespaces: ["studio", "art"] } },
    { line: ["--namespace", "art,studio", "--namespace", "art"], config: { namespaces: ["art", "studio"] } },
    { environment: { OME_MATRIX_NAMESPACES: "studio, art" }, config: { namespaces: ["studio", "art"] } },
    {
      line: ["--namespace", "art"],
      environment: { OME_MATRIX_NAMESPACES: "studio" },
      config: { namespaces: ["art"] },
    },
    // A source on the command line leaves those of the environment aside.
    {
      line: ["--manifests", "models"],
      environment: { OME_MATRIX_KUBECONFIG: "config" },
      config: { source: { type: "manifests", paths: ["/home/user/models"] } },
    },
    {
      line: ["--host", "0.0.0.0", "--allowed-host", "a.example.org", "--allowed-host", "b:8443"],
      config: { host: "0.0.0.0", allowedHosts: ["a.example.org", "b:8443"] },
    },
    { environment: { OME_MATRIX_ALLOWED_HOSTS: "a.example.org, b" }, config: { allowedHosts: ["a.example.org", "b"] } },
    { line: ["--base-path", "/ome-matrix"], config: { basePath: "/ome-matrix" } },
    { line: ["--base-path", "/ome-matrix/"], config: { basePath: "/ome-matrix" } },
    { line: ["--base-path=/Tools_2/ome.matrix~1"], config: { basePath: "/Tools_2/ome.matrix~1" } },
    // Only a first part of our own is in the way.
    { line: ["--base-path=/tools/api"], config: { basePath: "/tools/api" } },
    { line: ["--base-path=/apis"], config: { basePath: "/apis" } },
    { line: ["--base-path", "/"], config: {} },
    { environment: { OME_MATRIX_BASE_PATH: "/ome-matrix" }, config: { basePath: "/ome-matrix" } },
    { environment: { OME_MATRIX_BASE_PATH: "" }, config: {} },
    // Back to none on the command line.
    { line: ["--base-path", "/"], environment: { OME_MATRIX_BASE_PATH: "/ome-matrix" }, config: {} },
    { line: ["--log-level", "debug"], config: { logLevel: "debug" } },
  ];
  for (const { line = [], environment = {}, config } of rows) {
    it(`${line.join(" ")} ${JSON.stringify(environment)}`, () => {
      expect(read(line, environment)).toEqual({ type: "run", config: { ...defaults, ...config } });
    });
  }

  const wrong: readonly {
    readonly line?: readonly string[];
    readonly environment?: Record<string, string>;
    readonly says: readonly string[];
  }[] = [
    { line: ["--prot", "1"], says: ["--prot is not an option", '"1" is not an option'] },
    { line: ["models"], says: ["--manifests"] },
    { line: ["--port"], says: ["--port needs a value"] },
    { line: ["--port", "70000"], says: ["0 to 65535"] },
    { line: ["--port", "-1"], says: ["0 to 65535"] },
    { environment: { OME_MATRIX_PORT: "x" }, says: ["OME_MATRIX_PORT"] },
    {
      environment: { OME_MATRIX_PROT: "5" },
      says: ["OME_MATRIX_PROT is not a variable of this program; did you mean OME_MATRIX_PORT?"],
    },
    { environment: { OME_MATRIX_NAMESPACE: "a" }, says: ["did you mean OME_MATRIX_NAMESPACES?"] },
    { environment: { OME_MATRIX_MANIFEST: "a" }, says: ["did you mean OME_MATRIX_MANIFESTS?"] },
    { environment: { OME_MATRIX_APIPORT: "1" }, says: ["did you mean OME_MATRIX_API_PORT?"] },
    { environment: { OME_MATRIX_port: "1" }, says: ["did you mean OME_MATRIX_PORT?"] },
    { environment: { OME_MATRIX_COLOURS: "1" }, says: ["--help lists them all"] },
    {
      environment: { OME_MATRIX_SERVICE: "1", OME_MATRIX_PORT_HTTP: "1" },
      says: ["_SERVICE is not", "_PORT_HTTP is not"],
    },
    { line: ["--port", "1", "--port", "2"], says: ["more than once"] },
    { line: ["--in-cluster=yes"], says: ["takes no value"] },
    { line: ["--manifests", "a", "--kubeconfig", "b"], says: ["--manifests and --kubeconfig exclude each other"] },
    { line: ["--manifests", "a", "--in-cluster"], says: ["--manifests and --in-cluster exclude each other"] },
    { line: ["--in-cluster", "--context", "b"], says: ["service account"] },
    { line: ["--manifests", "missing"], says: ["there is no /home/user/missing"] },
    { line: ["--kubeconfig", "missing"], says: ["there is no /home/user/missing"] },
    { line: ["--kubeconfig", "a", "--api-port", "1"], says: ["--api-port"] },
    { line: ["--port", "1", "--api-port", "1"], says: ["two ports"] },
    { line: ["--host", "example.org"], says: ["IP address"] },
    { line: ["--allowed-host", "https://a"], says: ["https://a"] },
    { line: ["--namespace", "../kube-system"], says: ['"../kube-system"'] },
    { environment: { OME_MATRIX_NAMESPACES: "Studio,art" }, says: ['"Studio"'] },
    { line: ["--base-path", "ome-matrix"], says: ['such as /ome-matrix: a "/" before each part'] },
    { line: ["--base-path"], says: ["--base-path needs a value"] },
    ...[
      "//evil.example.org",
      "/a//b",
      "/a//",
      "/a/../b",
      "/.",
      "/a/..",
      "/a?b=c",
      "/a#b",
      "/a b",
      "/a%2fb",
      "/a\\b",
      '/a"b',
      "/a<b",
      "/a\nb",
      "/\u00e4",
      "https://example.org/ome-matrix",
    ].map((text) => ({ line: [`--base-path=${text}`], says: [`only; "${text}" is not`] })),
    { line: [`--base-path=/${"a".repeat(200)}`], says: ["shorter than 200"] },
    ...["/api", "/api/x", "/assets", "/models/", "/runtimes", "/services/a", "/healthz", "/readyz", "/metrics"].map(
      (text) => ({ line: [`--base-path=${text}`], says: ["an address of the page itself"] }),
    ),
    { environment: { OME_MATRIX_BASE_PATH: "x" }, says: ["OME_MATRIX_BASE_PATH"] },
    { environment: { OME_MATRIX_BASEPATH: "/x" }, says: ["did you mean OME_MATRIX_BASE_PATH?"] },
    { line: ["--log-level", "loud"], says: ["silent, fatal"] },
    { environment: { OME_MATRIX_IN_CLUSTER: "yes" }, says: ["true or false"] },
    { line: ["--port", "x", "--log-level", "loud", "--what"], says: ["--what", "0 to 65535", "loud"] },
  ];
  for (const { line = [], environment = {}, says } of wrong) {
    it(`refuses ${line.join(" ")} ${JSON.stringify(environment)}`, () => {
      const result = read(line, environment);
      expect(result.type).toBe("wrong");
      const problems = result.type === "wrong" ? result.problems : [];
      expect(problems).toHaveLength(says.length);
      for (const [index, part] of says.entries()) expect(problems[index]).toContain(part);
    });
  }

  it("gives help and version before it complains", () => {
    expect(read(["--help", "--what"])).toEqual({ type: "help" });
    expect(read(["-h"])).toEqual({ type: "help" });
    expect(read(["--version"])).toEqual({ type: "version" });
    for (const name of [
      "--manifests",
      "--kubeconfig",
      "--namespace",
      "--port",
      "OME_MATRIX_PORT",
      "OME_MATRIX_ALLOWED_HOSTS",
      "--base-path",
      "OME_MATRIX_BASE_PATH",
    ]) {
      expect(helpText).toContain(name);
    }
  });
});
