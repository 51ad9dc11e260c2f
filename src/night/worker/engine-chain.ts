/**
 * Which engine works next: the first of the chain that does not rest, or the one that is kept for the very trouble.
 */
import type { Engine, EngineContext } from '../../loop/index.ts';
import type { NightState, SwitchReason } from '../decide/state.ts';

const MINUTE_MS = 60_000;
/** A night has an end; what rests until then rests for good. */
const FOR_GOOD_MS = Number.MAX_SAFE_INTEGER;

/** Troubles for which an engine is kept. */
const KEPT_FOR: Readonly<Partial<Record<SwitchReason, EngineContext>>> = {
  api_overload: 'api_overload',
  cost: 'cost',
  offline: 'offline',
};

const OVERLOAD =
  /\b(?:overloaded|rate.?limit|quota|too many requests|resource.?exhausted|(?:status|error|code)\D{0,12}(?:429|503|529))\b/i;
const OFFLINE =
  /\b(?:ENOTFOUND|EAI_AGAIN|ENETUNREACH|ECONNREFUSED|getaddrinfo|network is unreachable|could not resolve host)\b/i;

/** What an engine's last words say about why it failed; null when they say nothing of the kind. */
export function troubleIn(said: string): 'api_overload' | 'offline' | null {
  if (OVERLOAD.test(said)) return 'api_overload';
  return OFFLINE.test(said) ? 'offline' : null;
}

/** The engine of the state. */
export function currentEngine({ engines, engine }: NightState): Engine | undefined {
  return engines.find(({ name }) => name === engine);
}

/** The same with the current engine at rest. */
export function restEngine(state: NightState, reason: SwitchReason, atMs: number): NightState {
  const minutes = currentEngine(state)?.cooldownMinutes ?? 0;
  const untilMs = reason === 'cost' ? FOR_GOOD_MS : atMs + minutes * MINUTE_MS;
  return { ...state, resting: { ...state.resting, [state.engine]: { untilMs, reason } } };
}

/** Who works next; null while all rest. */
export function nextEngine(
  state: NightState,
  reason: SwitchReason | null,
  atMs: number,
): Engine | null {
  const awake = state.engines.filter(({ name }) => (state.resting[name]?.untilMs ?? 0) <= atMs);
  const context = reason === null ? undefined : KEPT_FOR[reason];
  return awake.find((one) => one.context === context) ?? awake[0] ?? null;
}

/** When the first of those that rest is awake again. */
export function firstAwakeMs({ engines, resting }: NightState): number {
  return Math.min(...engines.map(({ name }) => resting[name]?.untilMs ?? 0));
}
