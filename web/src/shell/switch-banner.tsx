/** Says on every page that the kill switch is off, for whom, and arms it for all agents in one click. */
import { ShieldOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useApi, useChange } from '../api/queries.ts';
import { useMay } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast-store.ts';

export function SwitchBanner(): ReactNode {
  const view = useApi('GET /api/overview').data?.kill_switch;
  const arm = useChange('POST /api/arm');
  const may = useMay('operator');
  if (view === undefined || (view.state !== 'off' && view.state !== 'partly')) return null;
  const act = async (shadow: boolean): Promise<void> => {
    const { warning } = await arm.mutateAsync({ body: { shadow } });
    showToast({
      tone: 'good',
      title: shadow ? 'The kill switch watches all agents' : 'The kill switch is on for all agents',
      text: warning ?? (shadow ? 'Loops are reported, not stopped.' : 'Loops are stopped.'),
    });
  };
  const whose = [...view.off, ...(view.new_agents === 'off' ? ['new agents'] : [])].join(', ');
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 bg-danger-solid px-4 py-2.5 text-white md:px-6"
    >
      <ShieldOff aria-hidden className="size-5" />
      <p className="min-w-0 flex-1">
        <strong>The kill switch is OFF{view.state === 'partly' ? ` for ${whose}` : ''}:</strong> a
        loop is reported, not stopped.
      </p>
      <Button
        size="small"
        className="bg-white text-black"
        disabled={!may || arm.isPending}
        onClick={() => void act(false).catch(() => undefined)}
      >
        Arm for all agents
      </Button>
      <Button
        size="small"
        className="bg-white text-black"
        disabled={!may || arm.isPending}
        onClick={() => void act(true).catch(() => undefined)}
      >
        Watch only (shadow)
      </Button>
    </div>
  );
}
