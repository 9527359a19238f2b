/** More than any object that Kubernetes stores, so that a stream without line breaks does not fill the memory. */
const longestLine = 32 * 1024 * 1024;

/**
 * The lines of a stream, without their line breaks; `onChunk` hears of everything that arrives. What stands after the last
 * line break was cut off and is no line.
 */
export async function* readLines(stream: AsyncIterable<Uint8Array>, onChunk: () => void): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    onChunk();
    const text = decoder.decode(chunk, { stream: true });
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
      yield rest + text.slice(start, end);
      rest = "";
      start = end + 1;
    }
    rest += text.slice(start);
    if (rest.length > longestLine) throw new Error("the API sent a line without end");
  }
}
