/** The numbers of the bay that is pointed at, in words. */
import type { ReactNode } from 'react';
import type { WindowNumbers } from '../../../src/audit/verify.ts';
import type { Cathedral } from './cathedral-shape.ts';
import { stepWords } from './step-words.ts';

export function StepReadout({
  of,
  numbers,
  step,
}: {
  readonly of: Cathedral;
  readonly numbers: WindowNumbers;
  readonly step: number;
}): ReactNode {
  const bay = of.bays[step];
  if (bay === undefined) return null;
  const { stance, mask, beta1, acute, systemic, notes } = stepWords(bay, of, numbers);
  const rows = [
    ['Agent', `${mask}${notes.length === 0 ? '' : ` · ${notes.join(' · ')}`}`],
    ['Stance', stance],
    ['β₁', beta1],
    ['Acute', acute],
    ['Systemic', systemic],
  ] as const;
  return (
    <div data-testid="step-readout" className="mt-3 min-h-32 sm:min-h-20">
      <p className="font-medium">Step {step + 1} of 16</p>
      <dl className="mt-1 grid gap-x-6 gap-y-1 sm:grid-cols-2 xl:grid-cols-3">
        {rows.map(([label, words]) => (
          <div key={label} className="flex gap-2">
            <dt className="w-16 shrink-0 text-muted">{label}</dt>
            <dd className="min-w-0 break-words">{words}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
