/**
 * Why an action may not run yet, or not at all, in words: for the agent, and for the person who answers.
 *
 * A model that reads a command tends to run it, so the agent's words name none.
 */
import { cleanLine } from '../../base/clean-text.ts';
import type { ApprovalConfig } from '../../config/index.ts';
import type { GateRefusal } from '../../core/index.ts';
import type { AskedCall } from '../../guardrails/index.ts';
import type { SpendAtDoor } from './action.ts';
import type { QuestionAbout, QuestionState } from './question.ts';

/** An action that may not run. */
export interface Denied {
  readonly kind: 'denied';
  /** What it is called, for asking what became of it. */
  readonly target: string;
  /** Nobody has answered yet. */
  readonly isOpen: boolean;
  /** For the agent. */
  readonly words: string;
  /** For whoever reads the program's error: a person may be among them. */
  readonly reason: string;
  readonly remedy: string;
  /** What stands against the agent as a whole, where that is why. */
  readonly refusal?: GateRefusal;
}

/** What asked. */
interface AskedAbout {
  readonly about: QuestionAbout;
  readonly rule: Pick<ApprovalConfig, 'name' | 'lapseSeconds'>;
  readonly what: string;
}

type Why = Exclude<QuestionState, 'granted'> | 'crowded' | 'stopped';

const SHOWN_CHARACTERS = 1_200;
const SHOWN_AT_END = 300;
const NAMED_CHARACTERS = 160;

const ANSWERING =
  'A person answers on the page Approvals of the Tripwire dashboard, or with the tripwire command in a terminal of their own.';
const LATER =
  'Do not work around it and do not answer it yourself. Do something else, or tell the person; once it is granted, make this very call again.';

/** A tool call as a person reads it before saying yes: one line, and what is left out is counted. */
export function callWords(
  { tool, args }: Pick<AskedCall, 'tool' | 'args'>,
  withoutSecrets: (text: string) => string,
): string {
  const written = cleanLine(withoutSecrets(JSON.stringify(args) ?? 'nothing'));
  const leftOut = written.length - SHOWN_CHARACTERS;
  const shown =
    leftOut <= 0
      ? written
      : `${written.slice(0, SHOWN_CHARACTERS - SHOWN_AT_END)} [${leftOut} characters are left out here] ${written.slice(-SHOWN_AT_END)}`;
  return `${cleanLine(tool)} ${shown}`.toWellFormed();
}

/** Why the action may not run. */
export function denialOf(asked: AskedAbout, why: Why, until: number | null): Denied {
  const { about, rule, what } = asked;
  const { target } = about;
  const named = what.length > NAMED_CHARACTERS ? `${what.slice(0, NAMED_CHARACTERS)}…` : what;
  const needs = `This action needs a person's approval (rule ${rule.name}): ${named}.`;
  const [state, advice] = wordsOf(why, rule, until);
  const isOpen = why === 'asking' || why === 'crowded';
  return {
    kind: 'denied',
    target,
    isOpen,
    words: `Held by Tripwire. ${needs} ${state} ${advice}`,
    reason: `${needs} ${state}`,
    remedy: isOpen
      ? `A person has to grant it and the agent has to try again: tripwire grant ${target}`
      : 'The agent has to work without it, or a person has to do it.',
  };
}

function wordsOf(
  why: Why,
  { lapseSeconds }: AskedAbout['rule'],
  until: number | null,
): readonly [state: string, advice: string] {
  const time = until === null ? '' : new Date(until).toISOString();
  switch (why) {
    case 'asking':
      return [
        `A person was asked and has not answered yet; the question lapses at ${time}.`,
        `${ANSWERING} ${LATER}`,
      ];
    case 'crowded':
      return [
        'It could not be asked for yet: two other actions of this session are waiting for an answer.',
        `${ANSWERING} ${LATER}`,
      ];
    case 'refused':
      return [
        'A person refused it.',
        `Do not try it again before ${time}, and do not work around it. Tell the person what is still open.`,
      ];
    case 'lapsed':
      return [
        `Nobody answered within ${lapseSeconds} s, so it is refused.`,
        'Do not work around it. Tell the person what is still open; making this very call again asks again.',
      ];
    case 'stopped':
      return ['The agent is held for another reason, so nobody is asked.', 'Stop here.'];
  }
}

/** A model call that asks by its price, in words. */
export function spendWords({ model, costMicroUsd }: SpendAtDoor): string {
  const cost =
    costMicroUsd === null ? 'an unknown price' : `about $${(costMicroUsd / 1e6).toFixed(2)}`;
  return `a call of ${modelWords(model)} for ${cost}`;
}

/** A model by its name, if it has one. */
export function modelWords(model: string | null): string {
  return model ?? 'an unnamed model';
}
