/** What was delivered, what waits, and what was given up. */
import { Inbox } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { AlertDelivery } from '../../../src/control/api/client.ts';
import { useApi, useChange } from '../api/queries.ts';
import { useMay } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Empty } from '../ui/empty.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { plural } from '../ui/numbers.ts';
import { Segments } from '../ui/segments.tsx';
import { Time } from '../ui/time.tsx';

const POLL_MS = 3_000;

export function Deliveries(): ReactNode {
  const [state, setState] = useState<AlertDelivery['state']>('delivered');
  const query = useApi('GET /api/alert-deliveries', { query: { state } }, { everyMs: POLL_MS });
  return (
    <Card
      title="Deliveries"
      bodyClassName="p-0"
      aside={
        <Segments
          label="Which deliveries"
          chosen={state}
          options={[
            { id: 'delivered', label: 'Delivered' },
            { id: 'pending', label: 'Waiting' },
            { id: 'dead', label: 'Given up' },
          ]}
          onChoose={setState}
        />
      }
    >
      <Loaded query={query}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <Empty icon={Inbox} title="None" />
          ) : (
            <ul>
              {deliveries.map((delivery) => (
                <Row key={delivery.id} delivery={delivery} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function Row({ delivery }: { readonly delivery: AlertDelivery }): ReactNode {
  const {
    id,
    channel_name: name,
    alert_state: what,
    attempts,
    created_at: at,
    problem,
    state,
    next_at: next,
  } = delivery;
  const retry = useChange('POST /api/alert-deliveries/:id/retry');
  const may = useMay('admin');
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 last:border-0">
      <Time at={at} className="w-28 text-xs text-muted" />
      <span className="font-medium">{name}</span>
      <span className="text-muted">
        {what}, {plural(attempts, 'attempt')}
      </span>
      <span className="min-w-0 flex-1 text-xs break-words text-muted">
        {problem}
        {next === null || state !== 'pending' ? null : (
          <>
            {' '}
            again at <Time at={next} />
          </>
        )}
      </span>
      {state === 'dead' ? (
        <Button
          size="small"
          disabled={!may || retry.isPending}
          onClick={() => retry.mutate({ params: { id } })}
        >
          Try again
        </Button>
      ) : null}
    </li>
  );
}
