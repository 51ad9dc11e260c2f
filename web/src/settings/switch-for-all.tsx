/** The kill switch of all agents, those to come included: whether loops are stopped or only reported. */
import { useState, type ReactNode } from 'react';
import { useApi } from '../api/queries.ts';
import { useMay } from '../api/session.ts';
import { useArm } from '../shell/use-arm.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { ReasonField } from '../ui/reason-field.tsx';
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
  const [isAsking, setAsking] = useState(false);
  return (
    <Loaded query={query}>
      {({ kill_switch: { state, off } }) => (
        <Card
          title="Kill switch for all agents"
          aside={<Badge tone={states[state].tone}>{states[state].word}</Badge>}
        >
          <p>
            {states[state].text}
            {state === 'partly' && off.length > 0 ? ` They are: ${off.join(', ')}.` : ''}
          </p>
          <p className="mt-1 mb-3 text-xs text-muted">
            A change applies to every agent, including new ones, and survives a restart. To exempt
            one agent, use the switch on its own page.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              tone={state === 'on' ? 'plain' : 'primary'}
              disabled={!may || isPending || state === 'on'}
              onClick={() => arm(false)}
            >
              Stop loops in all agents
            </Button>
            <Button
              disabled={!may || isPending || state === 'shadow'}
              onClick={() => setAsking(true)}
            >
              Only report loops
            </Button>
          </div>
          {isAsking ? (
            <ReportOnlyDialog
              onClose={() => setAsking(false)}
              onAgree={(why) => {
                setAsking(false);
                arm(true, why);
              }}
            />
          ) : null}
        </Card>
      )}
    </Loaded>
  );
}

/** Turning the switch off for everybody is confirmed: from then on nothing stops a loop. */
function ReportOnlyDialog({
  onClose,
  onAgree,
}: {
  readonly onClose: () => void;
  readonly onAgree: (why: string) => void;
}): ReactNode {
  const [why, setWhy] = useState('');
  return (
    <Dialog
      open
      onClose={onClose}
      title="Turn the kill switch off for all agents?"
      text="Loops will be reported, but no longer stopped. Agents that are stopped now stay stopped."
    >
      <ReasonField value={why} onChange={setWhy} />
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button tone="danger" onClick={() => onAgree(why)}>
          Turn it off
        </Button>
      </div>
    </Dialog>
  );
}
