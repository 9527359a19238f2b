import { pathToCluster, pathToServices, type ServiceList } from "@ome-matrix/contract";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { toCluster, toKind } from "../../testing/matrix-fixture.ts";
import { renderApp } from "../../testing/render.tsx";
import { serviceRowExample } from "../../testing/service-examples.ts";

const list = (...services: ServiceList["services"]): ServiceList => ({ revision: 1, services, unknownKinds: [] });
const three = list(
  serviceRowExample({ name: "fine" }),
  serviceRowExample({ name: "without", result: { code: "nothing-selected" } }),
  serviceRowExample({ name: "drifted", drift: ["drift/snapshot"] }),
);

it("lists the services, problems first, each with its page, its model and the pair", async () => {
  renderApp("/services", { [pathToServices()]: three });
  const table = within(await screen.findByRole("table", { name: "InferenceServices" }));
  const rows = table.getAllByRole("row").slice(1);
  expect(rows.map((row) => within(row).getByRole("rowheader").textContent)).toEqual([
    "withoutstudio",
    "driftedstudio",
    "finestudio",
  ]);
  const href = (name: string) => table.getAllByRole("link", { name })[0]?.getAttribute("href");
  expect(href("without")).toBe("/services/InferenceService/studio/without");
  expect(href("writer")).toBe("/models/ClusterBaseModel/writer?namespace=studio&service=without");
  // As the service sees them: what it asks for decides.
  expect(href("srt-writer")).toBe(
    "/?namespace=studio&service=drifted&model=ClusterBaseModel/writer&runtime=ClusterServingRuntime/srt-writer",
  );
});

it("keeps the filters in the address", async () => {
  const app = renderApp("/services", { [pathToServices()]: three });
  fireEvent.click(await screen.findByRole("button", { name: "To look at 2" }));
  await waitFor(() => expect(app.url()).toBe("/services?problems=true"));
  fireEvent.change(screen.getByRole("searchbox", { name: "Filter services" }), { target: { value: "drift" } });
  await waitFor(() => expect(app.url()).toBe("/services?problems=true&q=drift"));
  expect(await screen.findByRole("link", { name: "drifted" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "without" })).toBeNull();
});

it("says when there is none, when the filter leaves none, and which kinds are not known", async () => {
  const { unmount } = renderApp("/services?namespace=lab", { [pathToServices({ namespace: "lab" })]: list() });
  expect(await screen.findByText("No InferenceServices here")).toBeTruthy();
  unmount();
  renderApp("/services?q=nothing-like-it", {
    [pathToServices()]: three,
    [pathToCluster()]: toCluster({ kinds: [{ ...toKind("BaseModel", "forbidden"), count: 0 }] }),
  });
  expect(await screen.findByText("No service matches the filter")).toBeTruthy();
  expect(await screen.findByText("Which models they get may be wrong.")).toBeTruthy();
});

it("does not say that a namespace is gone that is merely not followed", async () => {
  const problem = {
    status: 404,
    code: "namespace-not-followed",
    title: "",
    detail: "What is in the namespace is not known",
    advice: "Start OME Matrix with --namespace art too",
  };
  renderApp("/services?namespace=art", {
    [pathToServices({ namespace: "art" })]: Response.json(problem, { status: 404 }),
  });
  expect(await screen.findByText("This namespace is not followed here")).toBeTruthy();
  expect(screen.getByText(`${problem.advice}.`)).toBeTruthy();
});

it("does not say that there is none where it could not look", async () => {
  renderApp("/services", {
    [pathToServices()]: list(),
    [pathToCluster()]: toCluster({ kinds: [{ ...toKind("InferenceService", "failed"), count: 0 }] }),
  });
  expect(await screen.findByText("InferenceServices cannot be seen")).toBeTruthy();
  expect(screen.queryByText("No InferenceServices here")).toBeNull();
});

it("shows the server’s problem", async () => {
  const problem = { status: 404, code: "namespace-not-found", title: "", detail: "There is no namespace", advice: "" };
  renderApp("/services?namespace=gone", {
    [pathToServices({ namespace: "gone" })]: Response.json(problem, { status: 404 }),
  });
  expect(await screen.findByText("This link points to a namespace that is gone")).toBeTruthy();
});
