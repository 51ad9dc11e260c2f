/** The kill switch of all agents, those to come included: whether loops are stopped or only reported. */
import type { ReactNode } from 'react';
import { useApi } from '../api/queries.ts';
import { useMay } from '../api/session.ts';
import { useArm } from '../shell/use-arm.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Loaded } from '../ui/loaded.tsx';
import type { Tone } from '../ui/tone.ts';

const states = {
  on: { word: 'On', tone: 'good', text: 'A loop is stopped, in every agent.' },
  shadow: {
    word: 'Only reports',
    tone: 'hold',
    text: 'A loop is reported and not stopped, at least in some agents.',
  },
  partly: {
    word: 'Off for some',
    tone: 'danger',
    text: 'Some agents are not stopped when they loop.',
  },
  off: { word: 'Off', tone: 'danger', text: 'No loop is stopped.' },
} as const satisfies Readonly<Record<string, { word: string; tone: Tone; text: string }>>;

export function SwitchForAll(): ReactNode {
  const query = useApi('GET /api/overview');
  const may = useMay('operator');
  const { arm, isPending } = useArm();
  return (
    <Loaded query={query}>
      {({ kill_switch: { state, off } }) => (
        <Card
          title="Kill switch of all agents"
          aside={<Badge tone={states[state].tone}>{states[state].word}</Badge>}
        >
          <p>
            {states[state].text}
            {state === 'partly' && off.length > 0 ? ` They are: ${off.join(', ')}.` : ''}
          </p>
          <p className="mt-1 mb-3 text-xs text-muted">
            A change counts for every agent, new ones too, and is kept for later starts. To leave
            one agent out, use the switch on its own page.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              tone={state === 'on' ? 'plain' : 'primary'}
              disabled={!may || isPending || state === 'on'}
              onClick={() => arm(false)}
            >
              Stop loops in all agents
            </Button>
            <Button disabled={!may || isPending || state === 'shadow'} onClick={() => arm(true)}>
              Only report loops
            </Button>
          </div>
        </Card>
      )}
    </Loaded>
  );
}
