// Who may import whom. Each rule's comment says what to do instead. scripts/boundaries.mjs also fails when too few modules are seen.
const forbid = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });
const notTests =
  "([.]test[.]tsx?$)|(^packages/[^/]+/(test|bench|conformance)/)|(^apps/[^/]+/test/)|(^apps/web/src/testing/)";

module.exports = {
  forbidden: [
    forbid("no-cycles", "Split the file or move the shared part down a layer.", {}, { circular: true }),
    forbid(
      "no-unresolved",
      "An import that resolves to nothing hides a broken boundary.",
      {},
      { couldNotResolve: true },
    ),
    forbid(
      "matcher-stands-alone",
      "The matcher runs anywhere: no packages, no node: modules.",
      { path: "^packages/matcher/src/", pathNot: notTests },
      { pathNot: "^packages/matcher/src/" },
    ),
    forbid(
      "sentences-come-last",
      "Data never depends on wording; only index.ts exposes say.ts and say-service.ts.",
      { path: "^packages/matcher/src/", pathNot: ["^packages/matcher/src/(index|say-service)[.]ts$", notTests] },
      { path: "^packages/matcher/src/say(-service)?[.]ts$" },
    ),
    forbid(
      "checks-look-down",
      "A check reads resources, reasons, values and its own folder.",
      { path: "^packages/matcher/src/checks/", pathNot: notTests },
      {
        path: "^packages/matcher/src/",
        pathNot: "^packages/matcher/src/(checks/|values/|resources[.]ts|reasons[.]ts)",
      },
    ),
    forbid(
      "front-door-only",
      "Other workspaces enter a package through its index.",
      { path: "^(packages|apps)/([^/]+)/" },
      { path: "^packages/[^/]+/src/", pathNot: ["^packages/[^/]+/src/index[.]ts$", "^packages/$2/"] },
    ),
    forbid(
      "apps-do-not-meet",
      "web and bff share types through packages/contract.",
      { path: "^apps/([^/]+)/" },
      { path: "^apps/", pathNot: "^apps/$1/" },
    ),
    forbid(
      "mock-cluster-is-a-cluster",
      "The mock cluster is reached over HTTP like any cluster; only main.ts and tests start it.",
      { path: "^(apps|packages)/", pathNot: ["^packages/mock-cluster/", "^apps/bff/src/main[.]ts$", notTests] },
      { path: "^packages/mock-cluster/" },
    ),
    forbid(
      "mock-cluster-knows-no-ome-rules",
      "The mock cluster imitates Kubernetes and none of our code.",
      { path: "^packages/mock-cluster/", pathNot: notTests },
      { path: "^(packages|apps)/", pathNot: "^packages/mock-cluster/" },
    ),
    forbid(
      "http-knows-no-cluster",
      "Routes read the snapshot; only main.ts joins the two.",
      { path: "^apps/bff/src/http/", pathNot: notTests },
      { path: "^apps/bff/src/cluster/" },
    ),
    forbid(
      "cluster-knows-no-http",
      "A source produces changes and knows nothing of who reads them.",
      { path: "^apps/bff/src/cluster/", pathNot: notTests },
      { path: "^apps/bff/src/http/|node_modules/express/" },
    ),
    forbid(
      "snapshot-is-the-middle",
      "The snapshot knows neither where changes come from nor who reads them.",
      { path: "^apps/bff/src/snapshot/", pathNot: notTests },
      { path: "^apps/bff/src/(cluster|http)/|node_modules/(express|@kubernetes)/" },
    ),
    forbid(
      "client-in-cluster-only",
      "Only cluster/ talks to Kubernetes.",
      { path: "^(apps|packages)/", pathNot: "^apps/bff/src/cluster/" },
      { path: "node_modules/@kubernetes/" },
    ),
    forbid(
      "features-are-islands",
      "Compose features in app/; share through reasons/, api/, ui/ or the matcher.",
      { path: "^apps/web/src/features/([^/]+)/" },
      { path: "^apps/web/src/features/", pathNot: "^apps/web/src/features/$1/" },
    ),
    forbid(
      "web-flows-down",
      "app -> features -> reasons, api, ui. Never back up.",
      { path: "^apps/web/src/(ui|api|reasons|features)/", pathNot: notTests },
      { path: "^apps/web/src/app/" },
    ),
    forbid(
      "below-features",
      "api/ and reasons/ serve features and do not know them.",
      { path: "^apps/web/src/(api|reasons)/", pathNot: notTests },
      { path: "^apps/web/src/features/" },
    ),
    forbid(
      "ui-is-plain",
      "ui/ knows no domain: no matcher, contract, api or feature.",
      { path: "^apps/web/src/ui/", pathNot: notTests },
      { path: "^packages/|^apps/web/src/(api|reasons|features|app)/" },
    ),
    forbid(
      "views-are-pure",
      "A *-view.ts is plain data in, plain data out.",
      { path: "^apps/web/src/features/.*-view[.]ts$" },
      { path: "node_modules/(react|react-dom|@tanstack)/|^apps/web/src/(api|ui)/" },
    ),
    forbid(
      "web-parses-no-schemas",
      "The page takes the contract's types and paths, never its schemas.",
      { path: "^apps/web/src/", pathNot: notTests },
      { path: "node_modules/zod/" },
    ),
    forbid("no-test-imports", "Code never depends on a test.", { pathNot: notTests }, { path: "[.]test[.]tsx?$" }),
  ],
  options: {
    parser: "tsc",
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)dist/" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "default"] },
  },
};
