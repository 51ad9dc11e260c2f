/**
 * The state without a hold, and with what the hold counted started anew.
 */
import type { LoopHoldKind, LoopState } from '../files/loop-state.ts';
import type { Manifest } from '../manifest/manifest.ts';

/** What each hold counted. */
const COUNTED: Readonly<Record<LoopHoldKind, Partial<Manifest>>> = {
  stop: {},
  pause: {},
  checkpoint: { iterationCount: 0 },
  blocker: { consecutiveFailures: 0, loopDetected: false, lastToolSignatures: [] },
};

/** Without the hold. */
export function liftHold(state: LoopState, kind: LoopHoldKind): LoopState {
  return {
    ...state,
    manifest: { ...state.manifest, ...COUNTED[kind] },
    holds: state.holds.filter((one) => one.kind !== kind),
    // Whoever lifts a blocker knows what failed: the same failure once more is the first again.
    sessions:
      kind === 'blocker'
        ? state.sessions.map((one) => ({ ...one, threads: [], pauses: [], failing: {} }))
        : state.sessions,
  };
}
