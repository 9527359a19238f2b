/** The InferenceServices of the demo: what their stories promise, in the list and on their own pages. */
import type { Page } from "@playwright/test";
import { type Look, testLooks } from "./looks.ts";
import { expect, hasKubectl, inCi, kubectl, test } from "./program.ts";

const pageOf = (namespace: string, name: string) => `/services/InferenceService/${namespace}/${name}`;

const rowOf = (page: Page, name: string) =>
  page.getByRole("table", { name: "InferenceServices" }).getByRole("row", { name: new RegExp(`\\b${name}\\b`) });

const rows: readonly (readonly [string, RegExp])[] = [
  ["chat-3b", /llama-3-2-3b-instruct.*no runtime found.*RuntimeNotFound/],
  ["posters", /qwen-image-pvc.*no runtime found.*RuntimeNotFound/],
  ["scripts", /wrong kind, so no workload.*studio-phi.*picked/],
  ["retouch", /srt-qwen-image-pipeline.*named.*no/],
  ["storyboard", /studio-flux-nunchaku.*named.*yes.*snapshot is behind/],
  ["notes", /vllm-gemma-h100.*named.*yes/],
  ["dialogue-8b", /nvidia-h100 · nvidia-h200.*vllm-llama-3-1-8b.*picked/],
  ["chat-70b", /OMENative.*srt-llama-3-3-70b.*picked/],
  ["gpu-lab", /nvidia-l40s.*srt-sd3.*named.*no model/],
];

test("the list shows what each gets, problems first", async ({ page, shared }) => {
  await page.goto(shared.address);
  await page.getByRole("link", { name: "Services", exact: true }).click();
  await expect(page).toHaveTitle("Services · OME Matrix");
  for (const [name, shown] of rows) await expect(rowOf(page, name)).toContainText(shown);
  await expect(page.getByRole("table").getByRole("rowheader").first()).toContainText("chat-3b");
  await page.getByRole("button", { name: "To look at 5" }).click();
  await expect(page.getByRole("table").getByRole("rowheader")).toHaveCount(5);
  await expect(page).toHaveURL(/\/services\?problems=true$/);
});

const looks: readonly Look[] = [
  { name: "the list", path: "/services", shows: [/11 services, 5 to look at/] },
  { name: "the list of a namespace", path: "/services?namespace=studio", shows: [/4 services/] },
  { name: "a filter that nothing matches", path: "/services?q=no-such-thing", shows: [/No service matches/] },
  { name: "a namespace that is gone", path: "/services?namespace=gone", shows: [/namespace that is gone/] },
  {
    name: "no runtime found",
    path: pageOf("team-language", "chat-3b"),
    shows: [
      /OME finds no runtime for it\./,
      /The nearest is srt-llama-3-2-3b\. One value differs: the framework version\./,
      /no runtime found to support model safetensors with format safetensors in namespace team-language/,
    ],
  },
  {
    name: "an incompatible runtime that is named",
    path: pageOf("team-vision", "retouch"),
    shows: [
      /which does not declare its model\./,
      /runtime "srt-qwen-image-pipeline" does not declare support for model "qwen-image-edit" \(runtime srt-qwen-image-pipeline does not support model diffusers: /,
      /RuntimeCompatibilityAdvisory/,
    ],
  },
  {
    name: "a runtime that inherits",
    path: pageOf("studio", "notes"),
    shows: [/which declares its model\./, /vllm-gemma-profile.*root.*profile.*vllm-gemma-h100.*named/],
  },
  {
    name: "a snapshot that is behind",
    path: pageOf("studio", "storyboard"),
    shows: [/Drift, snapshot is behind/, /studio-flux-nunchaku-5d8f7c/, /RevisionMismatch/],
  },
  {
    name: "pooled accelerator classes",
    path: pageOf("studio", "dialogue-8b"),
    shows: [/OME picks vllm-llama-3-1-8b\./, /nvidia-h100 \(selector, engine\) and nvidia-h200 \(decoder\)/],
  },
  {
    name: "a deployment mode",
    path: pageOf("team-language", "chat-70b"),
    shows: [/OME picks srt-llama-3-3-70b\./, /OMENative/],
  },
  {
    name: "a wrong kind",
    path: pageOf("studio", "scripts"),
    shows: [/It gets no workload\./, /The model’s kind is wrong/],
  },
  { name: "a service that is gone", path: pageOf("studio", "gone"), shows: [/InferenceService that is gone/] },
];

testLooks(looks);

test("leads to the pair, the model and the matrix, all seen from the service", async ({ page, shared }) => {
  await page.goto(`${shared.address}${pageOf("team-language", "chat-3b")}`);
  await page.getByRole("link", { name: "Show the fixes" }).click();
  await expect(page).toHaveURL(
    /\/models\/ClusterBaseModel\/llama-3-2-3b-instruct\?namespace=team-language&service=chat-3b/,
  );
  await page.goBack();
  await page.getByRole("link", { name: "Matrix seen from it" }).click();
  await expect(page).toHaveURL(/\?namespace=team-language&service=chat-3b$/);
  await page.goBack();
  await page.getByRole("region", { name: "Verdict" }).getByRole("link", { name: "srt-llama-3-2-3b" }).click();
  await expect(page.getByRole("dialog")).toContainText("framework version");
  await page.getByRole("dialog").getByRole("link", { name: "chat-3b" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "chat-3b" })).toBeVisible();
});

test("follows the cluster", async ({ page, demo }) => {
  test.skip(!inCi && !(await hasKubectl()), "kubectl is missing");
  const patch =
    '{"spec":{"diffusionPipeline":{"className":"QwenImagePipeline","transformer":{"library":"diffusers"}}}}';
  await page.goto(`${demo.address}${pageOf("team-vision", "posters")}`);
  await expect(page.getByRole("region", { name: "Verdict" })).toContainText("OME finds no runtime for it.");
  await kubectl(demo, "patch", "clusterbasemodel", "qwen-image-pvc", "--type", "merge", "-p", patch);
  const verdict = page.getByRole("region", { name: "Verdict" });
  await expect(verdict).toContainText("OME picks srt-qwen-image-pipeline.");
  // The status is still the old one: OME does not look again when a model changes.
  await expect(verdict).toContainText("Drift, one found now");
});
