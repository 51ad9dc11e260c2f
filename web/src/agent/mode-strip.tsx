/** Mode and intensity over time as a strip of stretches; each stretch says its name where it is hovered. */
import { useMemo, type ReactNode } from 'react';
import type { Step } from '../../../src/control/api/client.ts';
import { localTime } from '../ui/time.tsx';

interface Stretch {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const looks: Readonly<Record<string, string>> = {
  IDLE: 'fill-line-strong',
  WORKING: 'fill-good',
  LOOPING: 'fill-warn',
  RUNAWAY: 'fill-danger-solid',
  LOW: 'fill-line-strong',
  NORMAL: 'fill-accent',
  HIGH: 'fill-hold',
};

function stretches(steps: readonly Step[], field: 'mode' | 'intensity'): readonly Stretch[] {
  const found: Stretch[] = [];
  for (const step of steps) {
    const last = found.at(-1);
    if (last !== undefined && last.name === step[field])
      found[found.length - 1] = { ...last, to: step.at };
    else {
      if (last !== undefined) found[found.length - 1] = { ...last, to: step.at };
      found.push({ name: step[field], from: step.at, to: step.at });
    }
  }
  return found;
}

function Strip({
  label,
  of,
}: {
  readonly label: string;
  readonly of: readonly Stretch[];
}): ReactNode {
  const from = of[0]?.from ?? 0;
  const span = Math.max(1, (of.at(-1)?.to ?? 1) - from);
  const names = [...new Set(of.map(({ name }) => name))];
  return (
    <div className="mb-3 grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-2">
      <span className="text-xs text-muted">{label}</span>
      <svg
        role="img"
        aria-label={`${label}: ${of
          .slice(-6)
          .map(({ name, from: at }) => `${name.toLowerCase()} from ${localTime(at)}`)
          .join(', ')}`}
        viewBox="0 0 1000 10"
        preserveAspectRatio="none"
        className="h-3 w-full rounded bg-sunken"
      >
        {of.map(({ name, from: start, to }) => (
          <rect
            key={start + name}
            x={((start - from) / span) * 1_000}
            width={Math.max(3, ((to - start) / span) * 1_000)}
            height={10}
            className={looks[name] ?? 'fill-muted'}
          >
            <title>{`${name.toLowerCase()} ${localTime(start)} to ${localTime(to)}`}</title>
          </rect>
        ))}
      </svg>
      <span />
      <span className="flex flex-wrap gap-x-3 text-xs text-muted">
        {names.map((name) => (
          <span key={name} className="inline-flex items-center gap-1">
            <svg aria-hidden viewBox="0 0 8 8" className="size-2">
              <rect width="8" height="8" className={looks[name] ?? 'fill-muted'} />
            </svg>
            {name.toLowerCase()}
          </span>
        ))}
      </span>
    </div>
  );
}

export function ModeStrip({ steps }: { readonly steps: readonly Step[] }): ReactNode {
  const modes = useMemo(() => stretches(steps, 'mode'), [steps]);
  const paces = useMemo(() => stretches(steps, 'intensity'), [steps]);
  return (
    <>
      <Strip label="Mode" of={modes} />
      <Strip label="Intensity" of={paces} />
    </>
  );
}
