/**
 * The eleven flags of a window in words: what each demands, what was measured, and the bound.
 */
import {
  NOT_MEASURED,
  REST_VALUES,
  STEPS,
  type Carry,
  type FlagName,
  type WindowNumbers,
} from '../../../src/audit/verify.ts';
import type { Bay } from './cathedral-shape.ts';
import type { Chapel } from './chapels.ts';
import { changes, decimal, greatest } from './measure-words.ts';

export interface FlagFact {
  readonly title: string;
  readonly meaning: string;
  readonly measured: string;
  readonly bound: string;
}

/** What the facts are read from. */
export interface Judged {
  readonly numbers: WindowNumbers;
  /** From the window before. */
  readonly carry: Carry;
  readonly bays: readonly Bay[];
  readonly chapels: readonly Chapel[];
}

const stepsOf = (count: number): string => `${count} ${count === 1 ? 'step' : 'steps'}`;

export function flagFacts(judged: Judged): Readonly<Record<FlagName, FlagFact>> {
  return { ...measureFacts(judged), ...restFacts(judged), ...edgeFacts(judged) };
}

function measureFacts({ numbers }: Judged) {
  const { beta1, acute, systemic, governance } = numbers;
  const { betaMin, betaMax, jerk, acuteMax, systemicMax } = governance;
  const jump = greatest(changes(beta1));
  const heat = greatest(acute);
  const isWhole = !systemic.includes(NOT_MEASURED);
  const average = systemic.reduce((total, one) => total + one, 0) / STEPS;
  return {
    beta1_in_corridor: {
      title: 'β₁ in its corridor',
      meaning: 'The work neither circles (too low) nor scatters (too high).',
      measured: `${decimal(Math.min(...beta1))} to ${decimal(greatest(beta1).value)}`,
      bound: `${decimal(betaMin)} to ${decimal(betaMax)}`,
    },
    beta1_jerk_within_bound: {
      title: 'β₁ changes slowly',
      meaning: 'It changes only so much from one step to the next.',
      measured: `${decimal(jump.value)} at step ${jump.step}`,
      bound: `at most ${decimal(jerk)}`,
    },
    E_acute_under_cap: {
      title: 'Acute energy under its cap',
      meaning: 'No single step spends more than this share of the minute’s budget.',
      measured: `${decimal(heat.value)} at step ${heat.step}`,
      bound: `at most ${decimal(acuteMax)}`,
    },
    E_systemic_avg_under_cap: {
      title: 'Systemic energy under its cap on average',
      meaning: 'The spending of the last 60 s, averaged over the window.',
      measured: isWhole ? decimal(average) : 'not measured',
      bound: `at most ${decimal(systemicMax)}`,
    },
  };
}

function restFacts({ numbers, bays, chapels }: Judged) {
  const { rest, governance, kPause } = numbers;
  const resting = rest.filter((code) => /REST|VETO/.test(REST_VALUES[code] ?? '')).length;
  const vetoes = chapels.filter(({ pillar }) => pillar !== null);
  const breached = vetoes.filter(({ breaches }) => breaches.length > 0).length;
  const high = bays.filter(({ impact }) => impact !== 'none').length;
  const unheard = bays.filter(({ impact }) => impact === 'unheard').length;
  return {
    rest_fraction_ok: {
      title: 'Enough rest',
      meaning: 'A share of the steps is REST or VETO; silence is no rest.',
      measured: `${resting} of ${STEPS} steps`,
      bound: `at least ${decimal(governance.rhoMin)} of them`,
    },
    min_pause_floor_ok: {
      title: 'The pause is long enough',
      meaning: 'The cooldown after a VETO may not be tuned below the constitution’s floor.',
      measured: `${governance.minPauseMs} ms`,
      bound: `at least ${governance.floors.minPauseMs} ms`,
    },
    veto_cooldown_ok: {
      title: 'A VETO is followed by rest',
      meaning: 'Through the whole chapel of each pillar the agent rests.',
      measured:
        vetoes.length === 0 ? 'no VETO' : `${vetoes.length} VETO, ${breached} without its rest`,
      bound: `${stepsOf(kPause)} after each`,
    },
    silence_not_consent: {
      title: 'Silence is not consent',
      meaning: 'A high-impact step has CONSENT, is SUSPENDed or vetoed, and is seen.',
      measured:
        high === 0 ? 'no high-impact step' : `${high} high-impact, ${unheard} without a word`,
      bound: 'none without a word',
    },
    forgiveness_floor_ok: {
      title: 'Scars fade slowly enough',
      meaning: 'The half-life of an incident’s weight stays above the constitution’s floor.',
      measured: `${governance.halfLifeS} s`,
      bound: `at least ${governance.floors.halfLifeS} s`,
    },
  };
}

function edgeFacts({ numbers, carry, chapels }: Judged) {
  const { beta1, governance } = numbers;
  const first = beta1[0] ?? NOT_MEASURED;
  const none = 'no window before';
  const owed = chapels.find(({ pillar }) => pillar === null);
  const isMeasured = first !== NOT_MEASURED && carry.beta !== NOT_MEASURED;
  const jump = isMeasured ? Math.abs(first - carry.beta) : NOT_MEASURED;
  return {
    edge_jerk_ok: {
      title: 'β₁ changes slowly over the edge',
      meaning: 'Also from the last step of the window before to the first of this one.',
      measured: carry.hasPrev ? decimal(jump) : none,
      bound: `at most ${decimal(governance.jerk)}`,
    },
    edge_cooldown_ok: {
      title: 'A cooldown continues over the edge',
      meaning: 'What a VETO at the end of the window before still demands is rested here.',
      measured: !carry.hasPrev
        ? none
        : owed === undefined
          ? 'nothing owed'
          : `${owed.breaches.length} of ${stepsOf(owed.length)} without rest`,
      bound: 'rest in every step owed',
    },
  };
}
