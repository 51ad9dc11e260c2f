/** The state of an agent as a badge, and its health and intensity in the same manner everywhere. */
import { ChevronsUp, Equal, ChevronsDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Agent } from '../../src/control/api/client.ts';
import { stateOf } from './agent-state.ts';
import { Badge } from './ui/badge.tsx';
import { percent } from './ui/numbers.ts';
import { Meter } from './ui/sparkline.tsx';

type Shown = Parameters<typeof stateOf>[0] & Pick<Agent, 'reported'>;

export function StateBadge({ of }: { readonly of: Shown }): ReactNode {
  const { word, tone, icon } = stateOf(of);
  return (
    <Badge tone={tone} icon={icon}>
      {of.reported ? `${word}, reported` : word}
    </Badge>
  );
}

const HEALTH_SUSPENDS = 0.6;
const HEALTH_STOPS = 0.3;

export function Health({ value }: { readonly value: number }): ReactNode {
  const tone = value < HEALTH_STOPS ? 'danger' : value < HEALTH_SUSPENDS ? 'warn' : 'good';
  return <Meter label="Health" share={value} tone={tone} text={percent(value)} />;
}

const intensities = {
  LOW: { word: 'low', icon: ChevronsDown },
  NORMAL: { word: 'normal', icon: Equal },
  HIGH: { word: 'high', icon: ChevronsUp },
};

export function Intensity({ value }: { readonly value: Agent['intensity'] }): ReactNode {
  const { word, icon: Icon } = intensities[value];
  return (
    <span className="inline-flex items-center gap-1 text-xs text-muted">
      <Icon aria-hidden className="size-3.5" />
      {word}
    </span>
  );
}
