/** The reader of PowerShell that the tests of fixes use: it takes what our commands are made of, and notices everything else. */
import { commandsFor, type JsonObject } from "@ome-matrix/matcher";
import { beforeAll, describe, expect, it } from "vitest";
import { parseInBash } from "./fixes/commands.ts";
import { expectSameCall, openPowershell, type ReadPowershell } from "./fixes/powershell.ts";

let read: ReadPowershell;
beforeAll(async () => {
  read = await openPowershell();
});

const script = (text: string, call = "kubectl patch basemodel a -n b --type merge --patch-file $patch") =>
  `$patch = New-TemporaryFile\nSet-Content -Path $patch -Encoding Ascii -Value @'\n${text}\n'@\n${call}\nRemove-Item $patch`;
const call = ["patch", "basemodel", "a", "-n", "b", "--type", "merge", "-p", "{}"];

describe("the reader of PowerShell", () => {
  it("finds four commands, and the here-string byte for byte", () => {
    const text = `{"a":"' $(touch pwned) \`touch pwned\` \\u2019 @' '@ # <# ; | & \\" "}`;
    const [, write] = read(script(text));
    expect(write?.words.at(-1)).toEqual({ kind: "verbatim", text });
    expectSameCall(read, script("{}"), call);
  });

  const others: readonly { readonly name: string; readonly text: string }[] = [
    { name: "a here-string that ends early", text: script("{}\n'@\ntouch pwned\n@'\n") },
    { name: "a here-string in which something means something", text: script("$(touch pwned)").replaceAll("'", '"') },
    { name: "a second command in a line", text: script("{}", "kubectl patch basemodel a -n b; touch pwned") },
    { name: "a command that follows another", text: script("{}", "kubectl patch basemodel a && touch pwned") },
    { name: "a pipe", text: script("{}", "kubectl patch basemodel a | touch pwned") },
    { name: "a redirection", text: script("{}", "kubectl patch basemodel a > pwned") },
    { name: "a subexpression", text: script("{}", "kubectl patch basemodel $(touch pwned)") },
    { name: "a script block", text: script("{}", "kubectl patch basemodel {touch pwned}") },
    { name: "an operator that calls", text: script("{}", "& kubectl patch basemodel a") },
    { name: "a comment", text: script("{}", "kubectl patch basemodel a # more") },
    { name: "a line that goes on", text: script("{}", "kubectl patch basemodel a `\n  more") },
    { name: "a text in which something means something", text: script("{}", 'kubectl patch basemodel "$a"') },
    { name: "a number", text: script("{}", "kubectl patch basemodel 1e3 -n b --type merge --patch-file $patch") },
    { name: "a quote that is none of ASCII", text: script("{}\n’@\ntouch pwned") },
    { name: "a carriage return", text: script("{}\r") },
    { name: "another argument", text: script("{}", "kubectl patch basemodel c -n b --type merge --patch-file $patch") },
    { name: "another patch", text: script("{ }") },
    { name: "nothing", text: "" },
    { name: "something before it", text: `touch pwned\n${script("{}")}` },
    { name: "something after it", text: `${script("{}")}\ntouch pwned` },
  ];
  for (const { name, text } of others) {
    it(`does not take ${name}`, () => expect(() => expectSameCall(read, text, call)).toThrow());
  }

  it("reads names that look like something else as the names that they are", () => {
    for (const name of ["1", "007", "1e3", "8kb", "0x1f", "7b-chat", "if", "true", "a.b-c", "function", "1.5"]) {
      const body: JsonObject = { spec: { quantization: "it's" } };
      const undo = { type: "merge", body } as const;
      const namespace = name.replaceAll(".", "-");
      const commands = commandsFor({ target: { kind: "ServingRuntime", namespace, name }, patch: undo, undo });
      if (!commands.ok) throw new Error(commands.why);
      const { calls } = parseInBash([commands.bash, commands.bashDryRun]);
      expectSameCall(read, commands.powershell, calls[0] ?? []);
      expectSameCall(read, commands.powershellDryRun, calls[1] ?? []);
      expect(calls[0]?.slice(0, 5)).toEqual(["patch", "servingruntime", name, "-n", namespace]);
    }
  });
});
