/**
 * The routes. Features never import this file; they link with TanStack's typed `Link` and the targets of `api/links.ts`:
 *
 *   import { Link } from "@tanstack/react-router";
 *   import { toModelPage, toRuntimePage, toPair, toMatrixPage } from "../../api/links.ts";
 *   <Link {...toModelPage(modelKey, view)}>deepseek-r1</Link>
 *
 * Pages get what they need as props (`modelKey`, `view`), so that they know nothing of routes.
 */
import { escapeControls } from "@ome-matrix/matcher";
import {
  createRootRoute,
  createRoute,
  createRouter as createTanStackRouter,
  type RouterHistory,
  useNavigate,
} from "@tanstack/react-router";
import { basePath } from "../api/base-path.ts";
import { parseSearch, stringifySearch } from "../api/search-params.ts";
import { readViewSearch, strictly, toView } from "../api/view-search.ts";
import { MatrixPage } from "../features/matrix/matrix-page.tsx";
import { readMatrixSearch } from "../features/matrix/url-state.ts";
import { ModelPage } from "../features/model/model-page.tsx";
import { PairDrawer } from "../features/pair/pair-drawer.tsx";
import { RuntimePage } from "../features/runtime/runtime-page.tsx";
import { readServicesSearch } from "../features/services/services-search.ts";
import { ErrorPage, NotFoundPage, WrongAddressPage } from "./error-page.tsx";
import { ModelFixesSlot, PairFixesSlot } from "./fixes-slots.tsx";
import { AsItIsNotice, useMatrixPreview } from "./matrix-preview.tsx";
import { readObjectAddress } from "./object-address.ts";
import { ServiceSlot, ServicesSlot } from "./service-slots.tsx";
import { Shell } from "./shell.tsx";
import { titleOfKey, useTitle } from "./use-title.ts";

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage });

const MatrixRoute = () => {
  const search = matrixRoute.useSearch();
  const navigate = useNavigate({ from: "/" });
  const { model, runtime } = search;
  const view = toView(search);
  const preview = useMatrixPreview(search);
  const seenFrom = view.service ?? view.namespace;
  const matrix = search.preview === undefined ? "Matrix" : "Preview of the matrix";
  useTitle(
    model !== undefined && runtime !== undefined
      ? `${titleOfKey(model)} × ${titleOfKey(runtime)}`
      : seenFrom === undefined
        ? matrix
        : `${matrix} from ${escapeControls(seenFrom)}`,
  );
  return (
    <MatrixPage
      search={search}
      onSearch={(next, options) => void navigate({ to: "/", search: next, replace: options?.replace ?? false })}
      preview={preview}
      renderPair={(panel) => (
        <PairDrawer
          {...panel}
          view={view}
          notice={search.preview === undefined ? undefined : <AsItIsNotice />}
          renderFixes={(pair) => <PairFixesSlot {...pair} view={view} />}
        />
      )}
    />
  );
};

const matrixRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  validateSearch: strictly(readMatrixSearch),
  component: MatrixRoute,
});

const ModelRoute = () => {
  const { _splat: rest = "" } = modelRoute.useParams();
  const modelKey = readObjectAddress("model", rest);
  useTitle(modelKey === undefined ? "No such page" : titleOfKey(modelKey));
  const view = toView(modelRoute.useSearch());
  if (modelKey === undefined) return <WrongAddressPage side="model" />;
  return (
    <ModelPage
      key={modelKey}
      modelKey={modelKey}
      view={view}
      renderFixes={(what) => <ModelFixesSlot {...what} view={view} />}
    />
  );
};

const modelRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/models/$",
  validateSearch: strictly(readViewSearch),
  component: ModelRoute,
});

const RuntimeRoute = () => {
  const { _splat: rest = "" } = runtimeRoute.useParams();
  const runtimeKey = readObjectAddress("runtime", rest);
  useTitle(runtimeKey === undefined ? "No such page" : titleOfKey(runtimeKey));
  const view = toView(runtimeRoute.useSearch());
  if (runtimeKey === undefined) return <WrongAddressPage side="runtime" />;
  return <RuntimePage key={runtimeKey} runtimeKey={runtimeKey} view={view} />;
};

const runtimeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/runtimes/$",
  validateSearch: strictly(readViewSearch),
  component: RuntimeRoute,
});

const ServicesRoute = () => {
  const search = servicesRoute.useSearch();
  const navigate = useNavigate({ from: "/services" });
  useTitle("Services");
  return (
    <ServicesSlot
      search={search}
      // Typing leaves no trail in the history.
      onSearch={(next) => void navigate({ to: "/services", search: next, replace: next.q !== search.q })}
    />
  );
};

/** A splat takes the empty rest as well, so the list is the index of a route of its own. */
const servicesFolder = createRoute({ getParentRoute: () => rootRoute, path: "/services" });

const servicesRoute = createRoute({
  getParentRoute: () => servicesFolder,
  path: "/",
  validateSearch: strictly(readServicesSearch),
  component: ServicesRoute,
});

const ServiceRoute = () => {
  const { _splat: rest = "" } = serviceRoute.useParams();
  const serviceKey = readObjectAddress("service", rest);
  useTitle(serviceKey === undefined ? "No such page" : titleOfKey(serviceKey));
  if (serviceKey === undefined) return <WrongAddressPage side="service" />;
  return <ServiceSlot key={serviceKey} serviceKey={serviceKey} />;
};

const serviceRoute = createRoute({
  getParentRoute: () => servicesFolder,
  path: "$",
  validateSearch: strictly(() => ({})),
  component: ServiceRoute,
});

const routeTree = rootRoute.addChildren([
  matrixRoute,
  modelRoute,
  runtimeRoute,
  servicesFolder.addChildren([servicesRoute, serviceRoute]),
]);

export const createRouter = (history?: RouterHistory) =>
  createTanStackRouter({
    routeTree,
    basepath: basePath,
    parseSearch,
    stringifySearch,
    defaultErrorComponent: ErrorPage,
    ...(history === undefined ? {} : { history }),
  });

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createRouter>;
  }
}
