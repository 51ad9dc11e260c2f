/** Waits for something, but not for ever. */

/**
 * What the work gives, or what `late` gives when the work takes longer; `late` may throw instead.
 *
 * The deadline holds for waiting: the work itself goes on, and whoever computes without a pause is not interrupted. The
 * timer ends with the work, so that nothing is left behind that keeps a process alive.
 *
 * @example
 * await withDeadline(gate.agent(name), 500, () => null);
 */
export async function withDeadline<Value, Late>(
  work: Promise<Value>,
  limitMs: number,
  late: () => Late,
): Promise<Value | Late> {
  const { promise: isLate, resolve, reject } = Promise.withResolvers<Late>();
  const timer = setTimeout(() => {
    try {
      resolve(late());
    } catch (error) {
      reject(error);
    }
  }, limitMs);
  try {
    return await Promise.race([work, isLate]);
  } finally {
    clearTimeout(timer);
  }
}
