/** The eleven flags of a window: what each means, what was measured, and its bound. */
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { FLAG_NAMES, type FlagName } from '../../../src/audit/verify.ts';
import { Badge } from '../ui/badge.tsx';
import type { FlagFact } from './flag-facts.ts';

export function FlagList({
  facts,
  violated,
}: {
  readonly facts: Readonly<Record<FlagName, FlagFact>>;
  readonly violated: readonly FlagName[];
}): ReactNode {
  return (
    <ul aria-label="Flags" className="divide-y divide-line">
      {FLAG_NAMES.map((name) => {
        const { title, meaning, measured, bound } = facts[name];
        const isDown = violated.includes(name);
        return (
          <li
            key={name}
            data-flag={name}
            className="grid gap-x-4 gap-y-1 py-2 sm:grid-cols-[5.5rem_minmax(0,1fr)_minmax(0,14rem)]"
          >
            <span>
              <Badge tone={isDown ? 'danger' : 'good'} icon={isDown ? X : Check}>
                {isDown ? 'violated' : 'holds'}
              </Badge>
            </span>
            <span className="min-w-0">
              <span className="font-medium">{title}</span>{' '}
              <code className="font-mono text-xs text-muted">{name}</code>
              <span className="block text-muted">{meaning}</span>
            </span>
            <span className="min-w-0 break-words sm:text-right">
              <span className="font-medium tabular-nums">{measured}</span>
              <span className="block text-xs text-muted">{bound}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
