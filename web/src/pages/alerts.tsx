/** Alerts: what was sent, to whom, and by which rules. */
import { useState, type ReactNode } from 'react';
import { AlertHistory } from '../alerts/alert-history.tsx';
import { Channels } from '../alerts/channels.tsx';
import { Deliveries } from '../alerts/deliveries.tsx';
import { Rules } from '../alerts/rules.tsx';
import { ThisComputer } from '../alerts/this-computer.tsx';
import { useApi } from '../api/queries.ts';
import { PageHead } from '../ui/page-head.tsx';
import { Segments } from '../ui/segments.tsx';

type Part = 'history' | 'channels' | 'rules' | 'deliveries';

export function AlertsPage(): ReactNode {
  const channels = useApi('GET /api/alert-channels');
  const [chosen, setPart] = useState<Part | null>(null);
  // Without a channel nothing is told, so that comes first; decided once, not when the first one is added.
  if (chosen === null && channels.data !== undefined) {
    setPart(channels.data.length === 0 ? 'channels' : 'history');
  }
  const part = chosen ?? 'history';
  return (
    <>
      <PageHead
        title="Alerts"
        text="Tripwire alerts people about stops, budgets and approvals: once when each begins and once when it is over."
      >
        <Segments
          label="Part"
          chosen={part}
          options={[
            { id: 'history', label: 'Alerts' },
            { id: 'channels', label: `Channels (${channels.data?.length ?? 0})` },
            { id: 'rules', label: 'Rules' },
            { id: 'deliveries', label: 'Deliveries' },
          ]}
          onChoose={setPart}
        />
      </PageHead>
      {part === 'history' ? <AlertHistory /> : null}
      {part === 'channels' ? <ThisComputer /> : null}
      {part === 'channels' ? <Channels /> : null}
      {part === 'rules' ? <Rules /> : null}
      {part === 'deliveries' ? <Deliveries /> : null}
    </>
  );
}
