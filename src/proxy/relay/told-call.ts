/**
 * A call whose answer told more than what it says: the figures of a subscription, or that the provider can't answer now.
 * Whichever way the call ends, that is recorded with its end.
 */
import type { CallEnd, OpenCall } from '../../core/index.ts';
import { planOfHeaders, troubleOfStatus } from '../../wire/index.ts';
import type { UpstreamResponse } from '../answer-handler.ts';

/** The call as it is settled after an answer with this head. */
export function withHeadOf(
  call: OpenCall,
  { status, headers }: Pick<UpstreamResponse, 'status' | 'headers'>,
  nowMs: number,
): OpenCall {
  const plan = planOfHeaders(headers, nowMs);
  const trouble = troubleOfStatus(status, headers, nowMs);
  if (plan === null && trouble === null) return call;
  const told: Pick<CallEnd, 'plan' | 'trouble'> = {
    ...(plan === null ? {} : { plan }),
    ...(trouble === null ? {} : { trouble }),
  };
  return {
    id: call.id,
    // Asked anew each time: the call looks then whether it may go on.
    get signal() {
      return call.signal;
    },
    get waited() {
      return call.waited;
    },
    mayRun: (calls, made) => call.mayRun(calls, made),
    finish: (end) => call.finish({ ...end, ...told }),
  };
}
