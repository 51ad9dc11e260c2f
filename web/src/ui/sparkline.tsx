/** The tempo of an agent in a few strokes, with the words for those who do not see it. */
import type { ReactNode } from 'react';
import { count } from './numbers.ts';

const WIDTH = 96;
const HEIGHT = 24;
const BAR_GAP = 1;

export function Sparkline({ values }: { readonly values: readonly number[] }): ReactNode {
  const most = Math.max(1, ...values);
  const step = WIDTH / Math.max(1, values.length);
  const last = values.at(-1) ?? 0;
  return (
    <svg
      role="img"
      aria-label={`Tokens by minute, the last ${values.length} minutes: most ${count(most)}, now ${count(last)}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="h-6 w-20 text-accent"
      preserveAspectRatio="none"
    >
      <path d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} className="stroke-line-strong" strokeWidth="1" />
      <path
        fill="currentColor"
        d={values
          .map((value, index) => {
            const height = value === 0 ? 0 : Math.max(1.5, (value / most) * (HEIGHT - 2));
            const left = index * step;
            return height === 0
              ? ''
              : `M${left} ${HEIGHT}v${-height}h${Math.max(1, step - BAR_GAP)}v${height}z`;
          })
          .join('')}
      />
    </svg>
  );
}

/** A share as a bar with its number. */
export function Meter({
  label,
  share,
  tone,
  text,
}: {
  readonly label: string;
  readonly share: number;
  readonly tone: 'good' | 'warn' | 'danger' | 'accent';
  readonly text: string;
}): ReactNode {
  const fills = {
    good: 'bg-good',
    warn: 'bg-warn',
    danger: 'bg-danger-solid',
    accent: 'bg-accent',
  };
  const clipped = Math.min(1, Math.max(0, share));
  return (
    <div className="flex items-center gap-2">
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(clipped * 100)}
        className="h-1.5 w-12 shrink-0 overflow-hidden rounded-full bg-sunken ring-1 ring-line"
      >
        <div className={`h-full ${fills[tone]}`} style={{ width: `${clipped * 100}%` }} />
      </div>
      <span className="text-xs whitespace-nowrap text-muted tabular-nums">{text}</span>
    </div>
  );
}
