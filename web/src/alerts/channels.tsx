/** Where alerts go, each with how the last delivery went and a test. */
import { BellPlus, Check, Send, Trash2, TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { AlertChannel } from '../../../src/control/api/client.ts';
import { useApi, useChange } from '../api/queries.ts';
import { useMay } from '../api/session.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Empty } from '../ui/empty.tsx';
import { Toggle } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Time } from '../ui/time.tsx';
import { showToast } from '../ui/toast-store.ts';
import { ChannelForm } from './channel-form.tsx';

export function Channels(): ReactNode {
  const [isAdding, setAdding] = useState(false);
  const query = useApi('GET /api/alert-channels');
  const may = useMay('admin');
  const add = (
    <Button tone="primary" disabled={!may} onClick={() => setAdding(true)}>
      <BellPlus aria-hidden />
      Add a channel
    </Button>
  );
  return (
    <Card title="Channels" aside={query.data?.length === 0 ? undefined : add} bodyClassName="p-0">
      <Loaded query={query}>
        {(channels) =>
          channels.length === 0 ? (
            <Empty icon={BellPlus} title="Nobody is told about stops yet">
              <p className="mb-3">
                A webhook, Slack, Discord, Teams, email, Telegram or PagerDuty: one is enough.
              </p>
              {add}
            </Empty>
          ) : (
            <ul>
              {channels.map((channel) => (
                <ChannelRow key={channel.id} channel={channel} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <Dialog open={isAdding} onClose={() => setAdding(false)} title="Add a channel">
        <ChannelForm onDone={() => setAdding(false)} />
      </Dialog>
    </Card>
  );
}

function ChannelRow({ channel }: { readonly channel: AlertChannel }): ReactNode {
  const { id, name, kind, enabled, where, last } = channel;
  const change = useChange('PATCH /api/alert-channels/:id');
  const remove = useChange('DELETE /api/alert-channels/:id');
  const test = useChange('POST /api/alert-channels/:id/test');
  const may = useMay('admin');
  const tryIt = async (): Promise<void> => {
    const { ok, took_ms: took, problem } = await test.mutateAsync({ params: { id } });
    showToast(
      ok
        ? { tone: 'good', title: `Test message delivered to ${name}`, text: `in ${took} ms` }
        : { tone: 'danger', title: `The test message did not reach ${name}`, text: problem ?? '' },
    );
  };
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line px-4 py-3 last:border-0">
      <div className="min-w-52 flex-1">
        <p className="font-medium">
          {name} <span className="font-normal text-muted">{kind}</span>
        </p>
        <p className="text-xs break-all text-muted">{where}</p>
        {last === null ? null : (
          <p className="mt-1 flex flex-wrap items-center gap-2 text-xs text-muted">
            <Badge tone={last.ok ? 'good' : 'danger'} icon={last.ok ? Check : TriangleAlert}>
              {last.ok ? 'delivered' : 'failed'}
            </Badge>
            <Time at={last.at} relative /> {last.problem}
          </p>
        )}
      </div>
      <Toggle
        label="Enabled"
        checked={enabled}
        disabled={!may}
        onChange={(isOn) => change.mutate({ params: { id }, body: { enabled: isOn } })}
      />
      <div className="flex gap-2">
        <Button
          disabled={!may || test.isPending}
          onClick={() => void tryIt().catch(() => undefined)}
        >
          <Send aria-hidden />
          Test
        </Button>
        <Button
          size="icon"
          tone="quiet"
          aria-label={`Remove ${name}`}
          disabled={!may || remove.isPending}
          onClick={() => remove.mutate({ params: { id } })}
        >
          <Trash2 aria-hidden />
        </Button>
      </div>
    </li>
  );
}
