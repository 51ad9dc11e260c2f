/** The way between the pages: a column beside them, on a phone a sheet. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../api/queries.ts';
import { pages } from './pages.ts';

const POLL_MS = 4_000;

export function Nav({ onChosen }: { readonly onChosen?: () => void }): ReactNode {
  const { data } = useApi('GET /api/overview', undefined, { everyMs: POLL_MS });
  const needs = data?.needs ?? [];
  const waiting = new Map<string, number>([
    ['/approvals', needs.filter(({ kind }) => kind === 'approval').length],
    ['/incidents', needs.filter(({ kind }) => kind === 'stopped').length],
    ['/alerts', needs.filter(({ kind }) => kind === 'alert').length],
  ]);
  return (
    <nav aria-label="Pages">
      <ul className="space-y-0.5">
        {pages.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              {...(onChosen === undefined ? {} : { onClick: onChosen })}
              activeOptions={{ exact: to === '/' }}
              className="flex items-center gap-2.5 rounded-md px-2.5 py-1.5 font-medium text-muted hover:bg-sunken hover:text-ink data-[status=active]:bg-sunken data-[status=active]:text-ink"
            >
              <Icon aria-hidden className="size-4 shrink-0" />
              <span className="flex-1">{label}</span>
              <Waiting count={waiting.get(to) ?? 0} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Waiting({ count }: { readonly count: number }): ReactNode {
  if (count === 0) return null;
  return (
    <span className="rounded-full bg-danger-soft px-1.5 text-xs font-semibold text-danger">
      {count}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
