import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { LongText } from "./long-text.tsx";

describe("a long value", () => {
  const long = "x".repeat(3000);

  it("is folded until all of it is asked for", () => {
    const { container } = render(<LongText text={long} />);
    expect(container.textContent?.length).toBeLessThan(300);
    fireEvent.click(screen.getByRole("button", { name: "show all 3,000 characters" }));
    expect(container.textContent).toContain(long);
    fireEvent.click(screen.getByRole("button", { name: "show less" }));
    expect(container.textContent).not.toContain(long);
  });

  it("is no matter for values of a usual length", () => {
    const { container } = render(<LongText text={"y".repeat(300)} />);
    expect(container.textContent).toBe("y".repeat(300));
    expect(screen.queryByRole("button")).toBeNull();
  });
});
