// Loaded into the program's process beside it, so that it can be told to collect its garbage: needs --expose-gc.
process.on("message", (message) => {
  if (message !== "collect") return;
  globalThis.gc();
  process.send(process.memoryUsage());
});
// Whoever measures has ended, in whatever way: nobody else would end this.
process.on("disconnect", () => process.exit());
// The program ends by itself, whether or not somebody still listens.
process.channel.unref();
