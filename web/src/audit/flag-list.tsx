/** The eleven flags of a window: what each means, what was measured, and its bound. Those that are down come first. */
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
  const isDown = (name: FlagName): boolean => violated.includes(name);
  const names = [...FLAG_NAMES.filter(isDown), ...FLAG_NAMES.filter((name) => !isDown(name))];
  return (
    <ul aria-label="Flags" className="divide-y divide-line">
      {names.map((name) => {
        const { title, meaning, measured, bound } = facts[name];
        return (
          <li
            key={name}
            data-flag={name}
            className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 gap-y-1 py-2 sm:grid-cols-[5.5rem_minmax(0,1fr)_minmax(0,14rem)]"
          >
            <span>
              <Badge tone={isDown(name) ? 'danger' : 'good'} icon={isDown(name) ? X : Check}>
                {isDown(name) ? 'violated' : 'holds'}
              </Badge>
            </span>
            <span className="min-w-0">
              <span className="font-medium">{title}</span>{' '}
              <code className="font-mono text-xs text-muted">{name}</code>
              <span className="block text-muted">{meaning}</span>
            </span>
            <span className="col-start-2 min-w-0 break-words sm:col-start-auto sm:text-right">
              <span className="font-medium tabular-nums">{measured}</span>
              <span className="block text-xs text-muted">{bound}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
