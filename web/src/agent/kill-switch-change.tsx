/**
 * Changing the kill switch of an agent, from wherever on the page it is done.
 *
 * Whoever makes it act while nobody would be told of a stop is asked first.
 */
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Agent, KillSwitchSettings } from '../../../src/control/api/client.ts';
import { useApi, useChange } from '../api/queries.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { showToast } from '../ui/toast-store.ts';

export type Draft = Omit<KillSwitchSettings, 'exceptions'>;

export interface KillSwitchChange {
  /** Makes a change; asks first where it would turn the switch on and nobody would be told. */
  readonly make: (change: Partial<Draft>) => void;
  readonly isPending: boolean;
  /** The question, to be put somewhere on the page. */
  readonly question: ReactNode;
}

export function useKillSwitchChange(agent: Agent, onDone: () => void): KillSwitchChange {
  const [asked, setAsked] = useState<Partial<Draft> | null>(null);
  const channels = useApi('GET /api/overview').data?.alert_channels ?? 0;
  const change = useChange('PATCH /api/agents/:id/kill-switch');
  const apply = async (next: Partial<Draft>): Promise<void> => {
    const done = await change.mutateAsync({ params: { id: agent.id }, body: next });
    setAsked(null);
    onDone();
    const title = done.kill_switch.enabled ? 'Kill switch is on' : 'Kill switch is off';
    showToast({ tone: 'good', title: `${title} for ${agent.name}`, text: done.warning ?? '' });
  };
  const now = (next: Partial<Draft>): void => void apply(next).catch(() => undefined);
  return {
    make: (next) => {
      // Out of the shadow it acts as if it had just been turned on.
      const turnsOn = next.enabled === true || (next.shadow === false && agent.kill_switch.enabled);
      if (turnsOn && channels === 0) setAsked(next);
      else now(next);
    },
    isPending: change.isPending,
    question: (
      <NoChannelDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        onAnyway={() => now(asked ?? {})}
      />
    ),
  };
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
