/**
 * The kill switch of an agent: on or off, its settings, and what they would have done in the last day.
 */
import { useState, type ReactNode } from 'react';
import type { Agent, KillSwitchSettings } from '../../../src/control/api/client.ts';
import { useMay } from '../api/session.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Toggle } from '../ui/field.tsx';
import { Backtest } from './backtest.tsx';
import { Exemptions } from './exemptions.tsx';
import { useKillSwitchChange, type Draft } from './kill-switch-change.tsx';
import { KillSwitchFields } from './kill-switch-fields.tsx';

function draftOf({ exceptions, ...rest }: KillSwitchSettings): Draft {
  void exceptions;
  return rest;
}

export function KillSwitchCard({ agent }: { readonly agent: Agent }): ReactNode {
  const kept = draftOf(agent.kill_switch);
  const [edited, setEdited] = useState<Partial<Draft>>({});
  const draft = { ...kept, ...edited };
  const change = useKillSwitchChange(agent, () => setEdited({}));
  const may = useMay('operator');
  const isChanged = JSON.stringify(draft) !== JSON.stringify(kept);
  return (
    <Card title="Kill Switch" aside={<Indicator agent={agent} />}>
      <div className="space-y-4">
        <Toggle
          label="Kill switch"
          hint="Stops this agent when it keeps repeating itself and gets nowhere"
          checked={kept.enabled}
          disabled={!may || change.isPending}
          onChange={(enabled) => change.make({ enabled })}
        />
        <KillSwitchFields
          draft={draft}
          disabled={!may}
          onChange={(next) => setEdited((before) => ({ ...before, ...next }))}
        />
        <Exemptions agent={agent.id} of={agent.kill_switch.exceptions} />
        {isChanged ? (
          <div className="flex justify-end gap-2">
            <Button onClick={() => setEdited({})}>Discard</Button>
            <Button tone="primary" disabled={change.isPending} onClick={() => change.make(edited)}>
              Save
            </Button>
          </div>
        ) : null}
        <Backtest agent={agent.id} settings={{ ...draft, enabled: true, shadow: false }} />
      </div>
      {change.question}
    </Card>
  );
}

function Indicator({ agent }: { readonly agent: Agent }): ReactNode {
  const { enabled, shadow } = agent.kill_switch;
  if (agent.deactivated_by === 'kill_switch')
    return <Badge tone="danger">Deactivated by Kill Switch</Badge>;
  if (agent.deactivated_by === 'manual') return <Badge tone="danger">Inactive</Badge>;
  if (!enabled) return <Badge>Off: reports only</Badge>;
  return shadow ? (
    <Badge tone="hold">Shadow: reports only</Badge>
  ) : (
    <Badge tone="good">Armed</Badge>
  );
}
