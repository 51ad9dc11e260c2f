/** A broken promise as a person reads it: what broke, what is left of the world, and how to play it again. */
import type { Failure } from './simulate.ts';
import { ALWAYS } from './violation.ts';

const ACTS_SHOWN = 60;

export function failureText({ seed, violation, acts, actsBefore }: Failure): string {
  const shown = acts.slice(-ACTS_SHOWN).map((act) => `  ${JSON.stringify(act)}`);
  return [
    `BROKEN: ${violation.check} (${ALWAYS[violation.check]})`,
    `  ${violation.message}`,
    `${acts.length} of ${actsBefore} acts are left of world ${seed}:`,
    ...(acts.length > ACTS_SHOWN ? [`  … ${acts.length - ACTS_SHOWN} before`] : []),
    ...shown,
    `Play it again: npm run sim -- --seed ${seed}`,
  ].join('\n');
}
