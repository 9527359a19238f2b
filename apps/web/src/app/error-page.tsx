import { type ErrorComponentProps, Link } from "@tanstack/react-router";
import { inBasePath } from "../api/base-path.ts";
import { toMatrixPage, toServicesPage } from "../api/links.ts";
import { Button } from "../ui/button.tsx";
import { PageState } from "../ui/page-state.tsx";
import { type AddressedSide, kindsOfSide } from "./object-address.ts";

/** A fault of the page itself. What a request answers is drawn by the page that asked. */
export const ErrorPage = ({ error, reset }: ErrorComponentProps) => (
  <PageState
    icon="warning"
    isPage
    tone="error"
    title="This page ran into a fault of its own"
    code={error instanceof Error ? error.message : String(error)}
    action={
      <>
        <Button onClick={reset}>Try again</Button>
        <Link {...toMatrixPage()}>Back to the matrix</Link>
      </>
    }
  >
    Nothing in the cluster was touched. The text below belongs in a bug report.
  </PageState>
);

export const NotFoundPage = () => (
  <PageState
    isPage
    icon="find"
    title="There is no such page"
    action={<Link {...toMatrixPage()}>Go to the matrix</Link>}
  >
    The address may be from another version. Models are under {inBasePath("/models/")}, runtimes under
    {` ${inBasePath("/runtimes/")}`}.
  </PageState>
);

const folders: { readonly [Side in AddressedSide]: string } = {
  model: "/models",
  runtime: "/runtimes",
  service: "/services",
};

/** An address that can be nobody's: it was mistyped, and nothing is gone. */
export const WrongAddressPage = ({ side }: { readonly side: AddressedSide }) => {
  const { namespaced, cluster } = kindsOfSide[side];
  const folder = inBasePath(folders[side]);
  return (
    <PageState
      isPage
      icon="find"
      title={`This address names no ${side === "service" ? "InferenceService" : side}`}
      action={
        side === "service" ? (
          <Link {...toServicesPage()}>Go to the services</Link>
        ) : (
          <Link {...toMatrixPage()}>Go to the matrix</Link>
        )
      }
    >
      It should read {folder}/{namespaced}/NAMESPACE/NAME{cluster === undefined ? "" : ` or ${folder}/${cluster}/NAME`}.
    </PageState>
  );
};
