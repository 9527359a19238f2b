import { describe, expect, it } from "vitest";
import { parseSearch, stringifySearch } from "../../api/search-params.ts";
import { countFilters, readMatrixSearch, toggled, withoutFilters } from "./url-state.ts";

describe("the matrix's search parameters", () => {
  const rows: readonly { readonly name: string; readonly query: string; readonly expect: object }[] = [
    { name: "nothing", query: "", expect: {} },
    { name: "a namespace and a service", query: "?namespace=a&service=b", expect: { namespace: "a", service: "b" } },
    { name: "a service without its namespace", query: "?service=b", expect: {} },
    {
      name: "states, each once and in order",
      query: "?states=error,selected,selected",
      expect: { states: ["selected", "error"] },
    },
    { name: "unknown states", query: "?states=nonsense", expect: {} },
    {
      name: "the default states, spelled out",
      query: "?states=near-miss-more,near-miss-1,selected,candidate,pin-only",
      expect: {},
    },
    { name: "fields", query: "?fields=size,colour", expect: { fields: ["size"] } },
    {
      name: "order, show and scope",
      query: "?order=age&show=pairs&scope=cluster",
      expect: { order: "age", show: "pairs", scope: "cluster" },
    },
    { name: "defaults and nonsense", query: "?order=related&show=grid&scope=moon&all=some&problems=no", expect: {} },
    { name: "a search text that is a number", query: "?q=4.46", expect: { q: "4.46" } },
    { name: "an old spelling of unfolded", query: "?all=true", expect: { all: "both" } },
    { name: "problems", query: "?problems=true", expect: { problems: true } },
    { name: "half a pair", query: "?model=ClusterBaseModel/a", expect: {} },
    {
      name: "a pair",
      query: "?model=BaseModel/n/a&runtime=ClusterServingRuntime/b",
      expect: { model: "BaseModel/n/a", runtime: "ClusterServingRuntime/b" },
    },
    {
      name: "a preview",
      query: "?preview=BaseModel/n/a,ClusterServingRuntime/b,fill-1",
      expect: { preview: ["BaseModel/n/a", "ClusterServingRuntime/b", "fill-1"] },
    },
    { name: "a preview without its fix", query: "?preview=BaseModel/n/a,ClusterServingRuntime/b", expect: {} },
    {
      name: "what a preview rests on",
      query: "?preview=BaseModel/n/a,ClusterServingRuntime/b,f&evidence=%7B%22a%22%3A1%7D",
      expect: { preview: ["BaseModel/n/a", "ClusterServingRuntime/b", "f"], evidence: '{"a":1}' },
    },
    { name: "evidence for nothing", query: "?evidence=%7B%7D", expect: {} },
    {
      name: "evidence beyond reason",
      query: `?preview=BaseModel/n/a,ClusterServingRuntime/b,f&evidence=${"x".repeat(5000)}`,
      expect: { preview: ["BaseModel/n/a", "ClusterServingRuntime/b", "f"] },
    },
    { name: "a text beyond reason", query: `?q=${"x".repeat(300)}`, expect: {} },
  ];
  for (const row of rows) {
    it(`reads ${row.name}`, () => expect(readMatrixSearch(parseSearch(row.query))).toEqual(row.expect));
  }

  it("writes what it reads, without quotes and escaped slashes", () => {
    const query =
      "?q=a+b&states=selected,error&problems=true&model=BaseModel/n/a&runtime=ClusterServingRuntime/b" +
      "&preview=BaseModel/n/a%252Cb,ClusterServingRuntime/b,f&evidence=%7B%22a%22%3A%5B%22b%22,%22c%22%5D%7D";
    expect(stringifySearch({ ...readMatrixSearch(parseSearch(query)) })).toBe(query);
  });

  it("counts and clears filters, and leaves the view and the order", () => {
    const search = readMatrixSearch(parseSearch("?namespace=a&q=x&states=error&problems=true&order=name"));
    expect(countFilters(search)).toBe(3);
    expect(withoutFilters(search)).toEqual({ namespace: "a", order: "name" });
  });

  it("toggles a member of a list", () => {
    expect(toggled(["a"], "b")).toEqual(["a", "b"]);
    expect(toggled(["a", "b"], "a")).toEqual(["b"]);
  });
});
