/**
 * What a run cost, where the engine itself tells it in its output.
 */

/** The dollars of a client's session so far: a run that goes on in it tells the sum of all its runs. */
export interface EngineCost {
  readonly session: string;
  readonly usd: number;
}

/** The last one that the output tells; null when it tells none. */
export function toldCost(output: string): EngineCost | null {
  const line = output.split('\n').findLast((one) => one.includes('"total_cost_usd"'));
  if (line === undefined) return null;
  try {
    const result = JSON.parse(line) as Readonly<Record<string, unknown>> | null;
    const { type, session_id: session, total_cost_usd: usd } = result ?? {};
    const isCost = typeof usd === 'number' && Number.isFinite(usd) && usd >= 0;
    return type === 'result' && isCost && typeof session === 'string' ? { session, usd } : null;
  } catch {
    return null;
  }
}
