/** A quiet box with a title, the one container of the pages. */
import type { ReactNode } from 'react';
import { classes } from './class-names.ts';

export interface CardProps {
  readonly title?: ReactNode;
  /** Beside the title, to the right. */
  readonly aside?: ReactNode;
  readonly className?: string;
  readonly bodyClassName?: string;
  readonly children: ReactNode;
}

export function Card({ title, aside, className, bodyClassName, children }: CardProps): ReactNode {
  return (
    <section className={classes('min-w-0 rounded-lg border border-line bg-surface', className)}>
      {title === undefined ? null : (
        <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line px-4 py-2">
          <h2 className="text-sm font-semibold">{title}</h2>
          {aside}
        </header>
      )}
      <div className={classes('p-4', bodyClassName)}>{children}</div>
    </section>
  );
}

/** A number with what it means. */
export function Figure({
  label,
  value,
  note,
}: {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
}): ReactNode {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="mt-0.5 text-xl font-semibold tracking-tight tabular-nums">{value}</dd>
      {note === undefined ? null : <dd className="text-xs text-muted">{note}</dd>}
    </div>
  );
}
