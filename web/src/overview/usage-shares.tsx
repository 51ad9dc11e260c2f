/** Who used it: the largest agents, models and clients, each with its share. */
import type { ReactNode } from 'react';
import type { Usage } from '../../../src/control/api/client.ts';
import { classes } from '../ui/class-names.ts';
import { measured, type Measure } from './measure.ts';

const SHOWN_MAX = 5;

export function UsageShares({
  usage,
  measure,
  chosen,
  onChoose,
}: {
  readonly usage: Usage;
  readonly measure: Measure;
  readonly chosen: string | null;
  readonly onChoose: (agent: string | null) => void;
}): ReactNode {
  return (
    <div className="grid gap-5 md:grid-cols-3">
      <Shares
        title="By agent"
        of={usage.by_agent}
        measure={measure}
        chosen={chosen}
        onChoose={onChoose}
      />
      <Shares title="By model" of={usage.by_model} measure={measure} />
      <Shares title="By client" of={usage.by_client} measure={measure} />
    </div>
  );
}

function Shares({
  title,
  of,
  measure,
  chosen = null,
  onChoose,
}: {
  readonly title: string;
  readonly of: Usage['by_agent'];
  readonly measure: Measure;
  readonly chosen?: string | null;
  readonly onChoose?: (agent: string | null) => void;
}): ReactNode {
  const shown = of
    .map((one) => ({ name: one.name, value: one[measure] ?? 0 }))
    .filter(({ value }) => value > 0)
    .toSorted((one, other) => other.value - one.value)
    .slice(0, SHOWN_MAX);
  const most = Math.max(1e-9, ...shown.map(({ value }) => value));
  return (
    <section className="min-w-0">
      <h3 className="mb-1 text-xs font-medium text-muted">{title}</h3>
      {shown.length === 0 ? <p className="text-muted">Nothing yet.</p> : null}
      <ul className="space-y-1">
        {shown.map(({ name, value }) => (
          <li key={name}>
            <Share
              name={name}
              text={measured(measure, value)}
              share={value / most}
              {...(onChoose === undefined
                ? {}
                : {
                    chosen: name === chosen,
                    onClick: () => onChoose(name === chosen ? null : name),
                  })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Share({
  name,
  text,
  share,
  chosen = false,
  onClick,
}: {
  readonly name: string;
  readonly text: string;
  readonly share: number;
  readonly chosen?: boolean;
  readonly onClick?: () => void;
}): ReactNode {
  const inside = (
    <>
      <span className="flex justify-between gap-3">
        <span className="truncate">{name}</span>
        <span className="shrink-0 text-muted tabular-nums">{text}</span>
      </span>
      <span aria-hidden className="mt-0.5 block h-1 overflow-hidden rounded bg-sunken">
        <span className="block h-full bg-accent" style={{ width: `${share * 100}%` }} />
      </span>
    </>
  );
  if (onClick === undefined) return <div className="px-1 py-0.5">{inside}</div>;
  return (
    <button
      type="button"
      aria-pressed={chosen}
      title={chosen ? 'Show all agents' : `Show only ${name}`}
      onClick={onClick}
      className={classes(
        'block w-full rounded px-1 py-0.5 text-left hover:bg-sunken',
        chosen && 'bg-accent-soft',
      )}
    >
      {inside}
    </button>
  );
}
