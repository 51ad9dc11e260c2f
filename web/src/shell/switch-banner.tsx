/** Says on every page that the kill switch is off, for whom, and arms it for all agents in one click. */
import { ShieldOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useApi } from '../api/queries.ts';
import { useMay } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { useArm } from './use-arm.ts';

export function SwitchBanner(): ReactNode {
  const view = useApi('GET /api/overview').data?.kill_switch;
  const { arm, isPending } = useArm();
  const may = useMay('operator');
  if (view === undefined || (view.state !== 'off' && view.state !== 'partly')) return null;
  const whose = [...view.off, ...(view.new_agents === 'off' ? ['new agents'] : [])].join(', ');
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 bg-danger-solid px-4 py-2.5 text-white md:px-6"
    >
      <ShieldOff aria-hidden className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 basis-60 break-words">
        <strong>The kill switch is OFF{view.state === 'partly' ? ` for ${whose}` : ''}:</strong> a
        loop is reported, not stopped.
      </p>
      <Button
        size="small"
        className="bg-white text-black"
        disabled={!may || isPending}
        onClick={() => arm(false)}
      >
        Arm for all agents
      </Button>
      <Button
        size="small"
        className="bg-white text-black"
        disabled={!may || isPending}
        onClick={() => arm(true)}
      >
        Watch only (shadow)
      </Button>
    </div>
  );
}
