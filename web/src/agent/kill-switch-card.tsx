/**
 * The kill switch of an agent: on or off, its settings, and what they would have done in the last day.
 *
 * Whoever turns it on while nobody would be told is asked first.
 */
import { useNavigate } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Agent, KillSwitchSettings } from '../../../src/control/client.ts';
import { stateOf } from '../agent-state.ts';
import { useApi, useChange } from '../api/queries.ts';
import { useMay } from '../api/session.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Toggle } from '../ui/field.tsx';
import { plural } from '../ui/numbers.ts';
import { Time } from '../ui/time.tsx';
import { showToast } from '../ui/toast-store.ts';
import { KillSwitchFields } from './kill-switch-fields.tsx';

export type Draft = Omit<KillSwitchSettings, 'exceptions'>;

function draftOf({ exceptions, ...rest }: KillSwitchSettings): Draft {
  void exceptions;
  return rest;
}

export function KillSwitchCard({ agent }: { readonly agent: Agent }): ReactNode {
  const kept = draftOf(agent.kill_switch);
  const [edited, setEdited] = useState<Partial<Draft>>({});
  const [isAsking, setAsking] = useState(false);
  const draft = { ...kept, ...edited };
  const channels = useApi('GET /api/overview').data?.alert_channels ?? 0;
  const change = useChange('PATCH /api/agents/:id/kill-switch');
  const may = useMay('operator');
  const isChanged = JSON.stringify(draft) !== JSON.stringify(kept);
  const apply = async (next: Partial<Draft>): Promise<void> => {
    const done = await change.mutateAsync({ params: { id: agent.id }, body: next });
    setEdited({});
    setAsking(false);
    const title = done.kill_switch.enabled ? 'Kill switch is on' : 'Kill switch is off';
    showToast({ tone: 'good', title: `${title} for ${agent.name}`, text: done.warning ?? '' });
  };
  const turn = (enabled: boolean): void => {
    if (enabled && channels === 0) setAsking(true);
    else void apply({ enabled }).catch(() => undefined);
  };
  return (
    <Card title="Kill Switch" aside={<Indicator agent={agent} />}>
      <div className="space-y-4">
        <Toggle
          label="Kill switch"
          hint="Stops this agent when it repeats itself without gain"
          checked={kept.enabled}
          disabled={!may || change.isPending}
          onChange={turn}
        />
        <KillSwitchFields
          draft={draft}
          disabled={!may}
          onChange={(next) => setEdited((before) => ({ ...before, ...next }))}
        />
        <Exceptions of={agent.kill_switch.exceptions} />
        {isChanged ? (
          <div className="flex justify-end gap-2">
            <Button onClick={() => setEdited({})}>Discard</Button>
            <Button
              tone="primary"
              disabled={change.isPending}
              onClick={() => void apply(edited).catch(() => undefined)}
            >
              Save
            </Button>
          </div>
        ) : null}
        <Backtest agent={agent.id} draft={draft} />
      </div>
      <NoChannelDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onAnyway={() => void apply({ enabled: true }).catch(() => undefined)}
      />
    </Card>
  );
}

function Indicator({ agent }: { readonly agent: Agent }): ReactNode {
  const { enabled, shadow } = agent.kill_switch;
  const state = stateOf(agent);
  if (state.group === 'stopped' && agent.sessions.length > 0)
    return <Badge tone="danger">{state.word}</Badge>;
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

function Exceptions({ of }: { readonly of: KillSwitchSettings['exceptions'] }): ReactNode {
  if (of.length === 0) return null;
  return (
    <p className="text-xs text-muted">
      Exceptions: {of.map(({ tool, is }) => `${tool} (${is})`).join(', ')}
    </p>
  );
}

function Backtest({ agent, draft }: { readonly agent: string; readonly draft: Draft }): ReactNode {
  const backtest = useChange('POST /api/agents/:id/backtest');
  const { data } = backtest;
  return (
    <div className="border-t border-line pt-4">
      <Button
        size="small"
        disabled={backtest.isPending}
        onClick={() =>
          backtest.mutate({
            params: { id: agent },
            body: { ...draft, enabled: true, shadow: false, hours: 24 },
          })
        }
      >
        <History aria-hidden />
        With these settings, the last 24 h …
      </Button>
      {data === undefined ? null : (
        <div role="status" className="mt-3 space-y-2">
          <p>{data.summary}</p>
          {data.stops.slice(0, 3).map(({ seq, at, reason, tokens_after: after }) => (
            <p key={seq} className="text-xs text-muted">
              <Time at={at} />: {reason} {plural(after, 'token')} spent after it.
            </p>
          ))}
          {data.complete ? null : (
            <p className="text-xs text-muted">
              The journal goes back less far, or holds more than is judged at once.
            </p>
          )}
        </div>
      )}
    </div>
  );
}

function NoChannelDialog({
  open,
  onClose,
  onAnyway,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onAnyway: () => void;
}): ReactNode {
  const navigate = useNavigate();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Nobody would be told"
      text="No alert channel is set up. When the kill switch stops this agent, it stays stopped until somebody looks here."
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onAnyway}>Enable anyway</Button>
        <Button tone="primary" onClick={() => void navigate({ to: '/alerts' })}>
          Configure alerts
        </Button>
      </div>
    </Dialog>
  );
}
