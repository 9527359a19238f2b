import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Mark } from "./mark.tsx";
import { type MarkShape, markShapes } from "./mark-shapes.ts";

describe("marks", () => {
  it("carry a number as text where there is room for one", () => {
    const { container } = render(<Mark shape="diamond" number={3} label="Near miss, 3 off" />);
    expect(screen.getByRole("img", { name: "Near miss, 3 off" }).textContent).toBe("3");
    expect(container.querySelectorAll("path")).toHaveLength(1);
  });

  it("leave the number out elsewhere, and are silent without a label", () => {
    const { container } = render(<Mark shape="pin" number={3} />);
    expect(container.textContent).toBe("");
    expect(screen.queryByRole("img")).toBeNull();
  });

  it("are all different", () => {
    const drawings = Object.values(markShapes).map((strokes) => JSON.stringify(strokes));
    expect(new Set(drawings).size).toBe((Object.keys(markShapes) as MarkShape[]).length);
  });
});
