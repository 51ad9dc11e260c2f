/** One step of a window in words: what hovering says, and what a screen reader reads. */
import type { Rest, WindowNumbers } from '../../../src/audit/verify.ts';
import type { BayStance } from './bay-light.ts';
import type { Bay, Cathedral } from './cathedral-shape.ts';
import { decimal } from './measure-words.ts';

const STANCE_WORDS: Readonly<Record<BayStance, string>> = {
  CONSENT: 'consent: somebody said yes',
  DISSENT: 'dissent: somebody said no',
  SUSPEND: 'suspended: held, or waiting for a word',
  ABSTAIN: 'abstained: nobody said a word',
  LISTEN: 'listening: nothing was asked',
  UNKNOWN: 'a stance that is none: it allows nothing',
};

const MASK_WORDS: Readonly<Record<Rest, string>> = {
  ACTIVE: 'worked',
  REST: 'rested',
  VETO: 'vetoed',
  SILENT: 'silent: Tripwire did not see it',
};

export interface StepWords {
  readonly stance: string;
  readonly mask: string;
  readonly beta1: string;
  readonly acute: string;
  readonly systemic: string;
  /** What else is to be said: chapel, high impact. */
  readonly notes: readonly string[];
}

export function stepWords(bay: Bay, { chapels }: Cathedral, numbers: WindowNumbers): StepWords {
  const { step, apex, floor } = bay;
  const { governance, beta1, acute, systemic } = numbers;
  const at = (values: readonly number[]): string => decimal(values[step] ?? 0);
  const place = apex.isInside ? 'inside' : 'OUTSIDE';
  const corridor = `${decimal(governance.betaMin)} to ${decimal(governance.betaMax)}`;
  const jump = apex.isJump ? `, a jump of more than ${decimal(governance.jerk)}` : '';
  const over = floor.isOver ? ', OVER' : '';
  return {
    stance: STANCE_WORDS[bay.stance],
    mask: MASK_WORDS[bay.mask],
    beta1: `${at(beta1)}, ${place} ${corridor}${jump}`,
    acute: `${at(acute)}${over} of ${decimal(governance.acuteMax)}`,
    systemic: `${at(systemic)}, on average at most ${decimal(governance.systemicMax)}`,
    notes: [
      ...(bay.impact === 'heard' ? ['a high-impact action, with a word'] : []),
      ...(bay.impact === 'unheard' ? ['a high-impact action WITHOUT a word'] : []),
      ...chapels.flatMap(({ from, length, breaches, pillar }) => {
        if (step < from || step >= from + length) return [];
        const whose = pillar === null ? 'of the window before' : `of step ${pillar + 1}`;
        return [`in the chapel ${whose}${breaches.includes(step) ? ', without rest' : ''}`];
      }),
    ],
  };
}

/** All of it as one sentence. */
export function stepSentence(step: number, words: StepWords): string {
  const { stance, mask, beta1, acute, systemic, notes } = words;
  const parts = [mask, stance, ...notes, `β₁ ${beta1}`, `acute ${acute}`, `systemic ${systemic}`];
  return `Step ${step + 1}: ${parts.join('; ')}`;
}
