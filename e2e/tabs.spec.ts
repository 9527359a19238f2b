import { expect, hasKubectl, inCi, kubectl, test } from "./program.ts";

test("eight tabs share one event stream, and all of them follow the cluster", async ({ context, demo }) => {
  test.skip(!inCi && !(await hasKubectl()), "kubectl is missing");
  const tabs = await Promise.all(Array.from({ length: 8 }, () => context.newPage()));
  const address = `${demo.address}/models/ClusterBaseModel/qwen-image-pvc?namespace=team-vision`;
  // Over HTTP/1.1 a browser opens six connections to a host: with a stream each, the seventh tab would stay empty.
  for (const tab of tabs) {
    await tab.goto(address);
    await expect(tab.getByRole("main")).toContainText("srt-qwen-image-pipeline");
  }
  const patch =
    '{"spec":{"diffusionPipeline":{"className":"QwenImagePipeline","transformer":{"library":"diffusers"}}}}';
  await kubectl(demo, "patch", "clusterbasemodel", "qwen-image-pvc", "--type", "merge", "-p", patch);
  for (const tab of tabs) await expect(tab.getByRole("main")).not.toContainText("no runtime found");

  // The tab that has the stream is closed: another one takes over.
  await tabs[0]?.close();
  await kubectl(
    demo,
    "patch",
    "clusterbasemodel",
    "qwen-image-pvc",
    "--type",
    "merge",
    "-p",
    '{"spec":{"diffusionPipeline":null}}',
  );
  for (const tab of tabs.slice(1)) await expect(tab.getByRole("main")).toContainText("no runtime found");
});
