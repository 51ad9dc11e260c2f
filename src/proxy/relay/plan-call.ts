/**
 * A call whose answer told the figures of a subscription: whichever way it ends, they are recorded with its end.
 */
import type { HeaderPairs } from '../../base/header-pairs.ts';
import type { OpenCall } from '../../core/index.ts';
import { planOfHeaders } from '../../wire/index.ts';

/** The call as it is settled after an answer with these headers. */
export function withPlanOf(call: OpenCall, headers: HeaderPairs, nowMs: number): OpenCall {
  const plan = planOfHeaders(headers, nowMs);
  if (plan === null) return call;
  return {
    id: call.id,
    // Asked anew each time: the call looks then whether it may go on.
    get signal() {
      return call.signal;
    },
    mayRun: (calls, made) => call.mayRun(calls, made),
    finish: (end) => call.finish({ ...end, plan }),
  };
}
