import { type Look, testLooks } from "./looks.ts";

const pair = (model: string, runtime: string) => `model=${model}&runtime=${runtime}`;

const looks: readonly Look[] = [
  { name: "the matrix of all namespaces", path: "/", shows: [/bge-small-en/] },
  { name: "the matrix of a namespace", path: "/?namespace=team-language", shows: [/team-language/] },
  { name: "the matrix for a service", path: "/?namespace=studio&service=dialogue-8b", shows: [/dialogue-8b/] },
  { name: "everything unfolded", path: "/?all=true", shows: [/bge-small-en/] },
  { name: "the list of pairs", path: "/?show=pairs", shows: [/bge-small-en/] },
  { name: "a filter that nothing matches", path: "/?q=no-such-thing", shows: [/No pair|nothing/i] },
  { name: "a namespace that does not exist", path: "/?namespace=nowhere", shows: [/nowhere/] },
  {
    name: "the drawer of a near miss",
    path: `/?namespace=team-vision&${pair("ClusterBaseModel/qwen-image-pvc", "ClusterServingRuntime/srt-qwen-image-pipeline")}`,
    shows: [/diffusion pipeline required by runtime/],
  },
  {
    name: "the drawer of a selected pair",
    path: `/?namespace=studio&${pair("BaseModel/studio/phi-3-5-mini-scripts", "ServingRuntime/studio/studio-phi")}`,
    shows: [/selected/i],
  },
  {
    name: "the drawer of a pin only pair",
    path: `/?namespace=studio&${pair("ClusterBaseModel/mistral-small-24b-instruct", "ClusterServingRuntime/vllm-mistral")}`,
    shows: [/autoSelect/],
  },
  {
    name: "the drawer of a runtime that inherits",
    path: `/?${pair("ClusterBaseModel/gemma-3-12b-it", "ClusterServingRuntime/vllm-gemma-h100")}`,
    shows: [
      /an InferenceService can name it.*declares the model.*When an InferenceService names it.*vllm-gemma-profile/s,
    ],
  },
  {
    name: "the drawer of a model that is not read yet",
    path: `/?${pair("ClusterBaseModel/kimi-k2-instruct", "ClusterServingRuntime/srt-llama-3-1-8b")}`,
    shows: [/model format name is required/],
  },
  {
    name: "the drawer of a runtime that is gone",
    path: `/?${pair("ClusterBaseModel/qwen-image-pvc", "ClusterServingRuntime/gone")}`,
    shows: [/gone/],
  },
  {
    name: "a model without a runtime",
    path: "/models/ClusterBaseModel/qwen-image-pvc?namespace=team-vision",
    shows: [/no runtime found/],
  },
  {
    name: "a model with a ranking",
    path: "/models/BaseModel/studio/phi-3-5-mini-scripts?namespace=studio",
    shows: [/studio-phi/],
  },
  { name: "a model that is gone", path: "/models/ClusterBaseModel/gone", shows: [/gone/] },
  { name: "a runtime", path: "/runtimes/ClusterServingRuntime/tei-embeddings", shows: [/tei-embeddings/] },
  { name: "a disabled runtime", path: "/runtimes/ClusterServingRuntime/tgi-classic", shows: [/disabled/i] },
  { name: "an address that does not exist", path: "/no/such/page", shows: [/.+/] },
];

testLooks(looks);
