/**
 * Hands the gate what the audit knows about rest, so that the gate loads no audit.
 */
import { restOwedMs, RHO_FLOOR, WINDOW_MS } from '../audit/index.ts';
import type { RestRules } from '../gate/index.ts';

/** The governor of the agents for which `isGoverned` says so. */
export function restGovernor(isGoverned: (agent: string) => boolean): RestRules {
  return {
    isGoverned,
    windowMs: WINDOW_MS,
    restOwedMs: (activeAt, nowMs) => restOwedMs(activeAt, nowMs, RHO_FLOOR),
  };
}
