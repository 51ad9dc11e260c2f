/** A word with a colour and a sign: never the colour alone. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './class-names.ts';
import type { Tone } from './tone.ts';

const tones: Readonly<Record<Tone, string>> = {
  neutral: 'bg-sunken text-muted',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
  hold: 'bg-hold-soft text-hold',
  accent: 'bg-accent-soft text-accent',
};

export function Badge({
  tone = 'neutral',
  icon: Icon,
  className,
  children,
}: {
  readonly tone?: Tone;
  readonly icon?: LucideIcon;
  readonly className?: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <span
      className={classes(
        'inline-flex max-w-full items-center gap-1 rounded px-1.5 py-0.5 text-xs font-medium whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {Icon === undefined ? null : <Icon aria-hidden className="size-3.5 shrink-0" />}
      <span className="truncate">{children}</span>
    </span>
  );
}
