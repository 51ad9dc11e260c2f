/** Waits. Node's own form of it is one more module to load, and hooks, which wait seldom, are started for every call. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
