/** The matrix as it would be after a fix: what the address names, drawn by the matrix, with the band of the fixes above it. */
import { useNavigate } from "@tanstack/react-router";
import { type PreviewName, toPair } from "../api/links.ts";
import { toView } from "../api/view-search.ts";
import { PreviewBand } from "../features/fixes/preview-band.tsx";
import { usePreview } from "../features/fixes/use-preview.ts";
import type { MatrixPreview } from "../features/matrix/matrix-page.tsx";
import type { MatrixSearch } from "../features/matrix/url-state.ts";
import { Notice } from "../ui/notice.tsx";

const toName = ({ preview, evidence }: MatrixSearch): PreviewName | undefined => {
  if (preview === undefined) return undefined;
  const [modelKey, runtimeKey, fixId] = preview;
  return { modelKey, runtimeKey, fixId, evidence };
};

export const useMatrixPreview = (search: MatrixSearch): MatrixPreview | undefined => {
  const navigate = useNavigate({ from: "/" });
  const preview = usePreview(toName(search), toView(search));
  const { preview: _preview, evidence: _evidence, ...rest } = search;
  if (preview === undefined) return undefined;
  const { modelKey, runtimeKey } = preview.name;
  return {
    pair: { modelKey, runtimeKey },
    matrix: preview.matrix,
    renderBand: (counts) => (
      <PreviewBand
        preview={preview}
        counts={counts}
        onLeave={() => void navigate({ to: "/", search: rest })}
        onBack={() => void navigate(toPair(modelKey, runtimeKey, toView(search)))}
      />
    ),
  };
};

/** In a drawer over a previewed matrix: it explains what is, not what would be. */
export const AsItIsNotice = () => (
  <Notice tone="information">The pair as it is now. The preview is in the matrix only.</Notice>
);
