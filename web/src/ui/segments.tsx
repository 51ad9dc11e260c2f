/** One of a few, all in sight. */
import type { ReactNode } from 'react';

export function Segments<Id extends string>({
  label,
  options,
  chosen,
  onChoose,
}: {
  readonly label: string;
  readonly options: readonly { readonly id: Id; readonly label: ReactNode }[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
}): ReactNode {
  return (
    <div
      role="group"
      aria-label={label}
      className="inline-flex flex-wrap gap-1 rounded-lg border border-line bg-surface p-1"
    >
      {options.map(({ id, label: words }) => (
        <button
          key={id}
          type="button"
          aria-pressed={chosen === id}
          onClick={() => onChoose(id)}
          className="rounded-md px-2.5 py-1 text-xs font-medium text-muted hover:text-ink aria-pressed:bg-sunken aria-pressed:text-ink"
        >
          {words}
        </button>
      ))}
    </div>
  );
}
