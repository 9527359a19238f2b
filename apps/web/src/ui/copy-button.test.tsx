import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { CopyButton } from "./copy-button.tsx";

describe("a button that copies", () => {
  afterEach(() => vi.unstubAllGlobals());

  const press = (writeText: () => Promise<void>) => {
    vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText } });
    render(<CopyButton text="kind: Model" label="Copy the manifest" />);
    fireEvent.click(screen.getByRole("button", { name: "Copy the manifest" }));
  };

  it("says by its name that it has copied", async () => {
    press(() => Promise.resolve());
    expect(await screen.findByRole("button", { name: "Copied" })).toBeTruthy();
    expect(screen.getByRole("status").textContent).toBe("Copied");
  });

  it("says by its name that it could not", async () => {
    press(() => Promise.reject(new Error("not allowed")));
    expect(await screen.findByRole("button", { name: /^Could not copy/ })).toBeTruthy();
  });
});
