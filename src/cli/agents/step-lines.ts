/**
 * A stopped conversation step by step, for a terminal: what was done, what that did to the score, and why.
 */
import type { Incident } from '../../control/api/client.ts';
import { span, type Line } from '../terminal/styled-line.ts';
import { momentText } from '../terminal/time-text.ts';

type Step = NonNullable<Incident['explained']>['steps'][number];

const marks = { ok: '', warn: '  WARNED', stop: '  STOPPED' } as const;
const TEXT_CHARACTERS = 72;

/** The lines of the steps; one that says why there are none. */
export function stepLines({ explained }: Pick<Incident, 'explained'>): Line[] {
  if (explained === null || explained.steps.length === 0) {
    return [[span('  Nothing of the stopped conversation is in the journal.', 'dim')]];
  }
  const { earlier_steps: earlier, agrees, steps } = explained;
  return [
    ...(earlier === 0 ? [] : [[span(`  ${earlier} steps before these`, 'dim')]]),
    ...(agrees ? [] : [[span('  Part of it is gone, so these scores can differ.', 'yellow')]]),
    ...steps.flatMap(linesOf),
  ];
}

function linesOf(step: Step): Line[] {
  const { at, what, text, points, score, stops_above: limit, why, code, level } = step;
  const added = points === 0 ? '' : `${points > 0 ? '+' : ''}${points}`;
  const numbers = `${added.padStart(6)} = ${String(score).padStart(5)} of ${String(limit).padEnd(5)}`;
  const reason = why === null ? '' : `  [${why}${code === null ? '' : `; ${code}`}]`;
  const line = `  ${momentText(at)} ${numbers} ${what}${reason}`;
  const shown = text?.replaceAll(/\s+/g, ' ').slice(0, TEXT_CHARACTERS) ?? '';
  return [
    [span(line), span(marks[level], level === 'stop' ? 'red' : 'yellow')],
    ...(shown === '' ? [] : [[span(`      ${shown}`, 'dim')]]),
  ];
}
