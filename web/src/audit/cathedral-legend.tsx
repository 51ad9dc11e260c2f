/** How to read the cathedral, folded away for who knows it. */
import type { ReactNode } from 'react';

const PARTS = [
  [
    'Light',
    'Consent streams to the floor. Listening and abstaining are fog. A small door in a closed wall is dissent (crossed) or suspension (barred).',
  ],
  ['No bay', 'Tripwire did not see the step. Silence is not consent, whatever stood before.'],
  [
    'Pillar',
    'A VETO. The hatched chapel beside it is the rest that is owed; a red stroke through it is a step without.',
  ],
  [
    'Vault',
    'The point of each arch is β₁. Between the dotted lines is its corridor; a red dashed stretch is a jump.',
  ],
  [
    'Glass',
    'Systemic energy: what the last 60 s spent. The line is its average, the dotted one the cap on that.',
  ],
  ['Floor', 'Acute energy of the step, downwards; hatched red where it is over its cap.'],
  [
    'Signs',
    'Disc: worked. Bowl: rested. Block: vetoed. Diamond: a high-impact action; hollow and barred without a word.',
  ],
  [
    'Scars',
    'Incidents that are not forgotten. They lose half of their weight with each half-life.',
  ],
] as const;

export function CathedralLegend(): ReactNode {
  return (
    <details className="mt-3 text-sm">
      <summary className="w-fit font-medium text-accent">How to read this</summary>
      <dl className="mt-2 grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {PARTS.map(([name, meaning]) => (
          <div key={name} className="flex gap-2">
            <dt className="w-14 shrink-0 font-medium">{name}</dt>
            <dd className="min-w-0 text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
