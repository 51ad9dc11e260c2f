/**
 * A night that is told look by look, for tests of the supervisor's decisions.
 */
import type { SafetyEvent } from '../../src/loop/files/safety-log.ts';
import { ADVISOR_BY_DEFAULT, ENGINES_BY_DEFAULT } from '../../src/loop/manifest/engines.ts';
import { decideNight } from '../../src/night/decide/decide.ts';
import type { Look } from '../../src/night/decide/look.ts';
import { newNight, type NightState } from '../../src/night/decide/state.ts';

const START_MS = Date.UTC(2026, 1, 28, 22);
const NOTHING = { digest: null, timestamp: '' };

/** A night whose looks are told one after the other. */
export class Told {
  state: NightState;
  nowMs = START_MS;
  #iterations = 0;

  constructor(more: Partial<NightState> = {}) {
    const night = newNight({
      id: 'auto-2026-02-28-220000',
      task: 'Build it.',
      atMs: START_MS,
      untilMs: null,
      budgetTokens: null,
      engines: ENGINES_BY_DEFAULT,
      engine: 'claude-code',
      advisor: ADVISOR_BY_DEFAULT,
      commit: null,
      prompt: 'Build it.',
      cursor: NOTHING,
    });
    this.state = { ...night, ...more };
  }

  /** Looks once; returns what is to be done. */
  look(more: Partial<Look> = {}): string {
    this.nowMs += 100;
    const decided = decideNight(this.state, {
      atMs: this.nowMs,
      events: [],
      cursor: NOTHING,
      holds: [],
      pause: null,
      gateHolds: [],
      job: { kind: 'not-started' },
      said: '',
      session: null,
      iterations: this.#iterations,
      dirtyBit: null,
      testCommand: 'npm test',
      listCost: { microUsd: 0, unpricedCalls: 0 },
      briefedAtMs: null,
      tokens: 0,
      advisorTokens: 0,
      cost: null,
      isLeaving: false,
      ...more,
    });
    this.state = decided.state;
    return decided.act.kind;
  }

  /** Looks until a job is to be started. */
  begin(more: Partial<Look> = {}): string {
    for (let count = 0; count < 10; count += 1) {
      if (this.look(more) === 'start-job') return this.state.job?.who ?? '';
    }
    return 'nothing';
  }

  /** The job ends, and its turn was counted. */
  end(code: number | null, more: Partial<Look> = {}): void {
    if (this.state.job?.kind === 'turn') this.#iterations += 1;
    this.look({ job: { kind: 'ended', end: { code, signal: null, why: null } }, ...more });
  }

  log(type: SafetyEvent['type'], action: SafetyEvent['action_taken'], details = {}): SafetyEvent {
    const timestamp = new Date(this.nowMs).toISOString();
    return { timestamp, type, details: { session: 's1', ...details }, action_taken: action };
  }

  owed(): readonly string[] {
    return this.state.owed.map(({ type, details }) => `${type} ${details['reason'] as string}`);
  }
}

/** A job that is under way. */
export const running = { kind: 'running', isFrozen: false } as const;
