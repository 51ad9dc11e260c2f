/** What a window commits to: its root, the one before, and the three ledgers, to copy. */
import type { ReactNode } from 'react';
import type { AuditWindow } from '../../../src/audit/verify.ts';
import { CopyLine } from '../ui/copy.tsx';

export function WindowRoots({
  window,
  logIndex,
}: {
  readonly window: AuditWindow;
  readonly logIndex: number | null;
}): ReactNode {
  const { witness, window: header } = window;
  const roots = [
    ['asc_root', 'the root of this window', witness.asc_root],
    ['prev_window_root', 'the window before', header.prev_window_root],
    ['narrative_hash', 'every record and decision in it', witness.narrative_hash],
    ['scar_root', 'incidents and what is left of them', witness.scar_root],
    ['civic_memory_root', 'what operators did', witness.civic_memory_root],
  ] as const;
  return (
    <dl className="grid gap-3">
      {roots.map(([name, meaning, root]) => (
        <div key={name}>
          <dt className="mb-1 text-xs text-muted">
            <code className="font-mono text-ink">{name}</code>: {meaning}
          </dt>
          <dd>
            {root === null || root === undefined ? (
              <span className="text-muted">none</span>
            ) : (
              <CopyLine text={root} label={name} className="[&_code]:break-all" />
            )}
          </dd>
        </div>
      ))}
      <div>
        <dt className="text-xs text-muted">Place in the log</dt>
        <dd className="font-medium tabular-nums">
          {logIndex ?? (
            <span className="font-normal text-muted">not in the log of this server</span>
          )}
        </dd>
      </div>
    </dl>
  );
}
