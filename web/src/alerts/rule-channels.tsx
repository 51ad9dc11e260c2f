/** On which channels a rule is told: on all of them, also those to come, or on some. */
import { useState, type ReactNode } from 'react';
import type { AlertChannel, AlertRule } from '../../../src/control/api/client.ts';
import { useApi, useChange } from '../api/queries.ts';
import { useMay } from '../api/session.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Toggle } from '../ui/field.tsx';

export function RuleChannels({
  rule,
  name,
}: {
  readonly rule: AlertRule;
  readonly name: string;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const channels = useApi('GET /api/alert-channels').data ?? [];
  const may = useMay('admin');
  return (
    <div className="flex min-w-0 items-center justify-between gap-3 max-md:w-full md:w-72">
      <Told rule={rule} channels={channels} />
      <Button
        size="small"
        disabled={!may || channels.length === 0}
        title={channels.length === 0 ? 'Add a channel first' : undefined}
        aria-label={`Change the channels of ${name}`}
        onClick={() => setOpen(true)}
      >
        Change
      </Button>
      {isOpen ? (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title={`Who is told about ${name}?`}
          text={rule.what}
        >
          <Choice rule={rule} channels={channels} onDone={() => setOpen(false)} />
        </Dialog>
      ) : null}
    </div>
  );
}

function Told({
  rule,
  channels,
}: {
  readonly rule: AlertRule;
  readonly channels: readonly AlertChannel[];
}): ReactNode {
  if (channels.length === 0) return <span className="text-xs text-muted">no channel yet</span>;
  if (rule.channels === null)
    return <span className="text-xs text-muted">told on all channels</span>;
  const names = channels.filter(({ id }) => rule.channels?.includes(id)).map(({ name }) => name);
  if (names.length === 0) return <Badge tone="warn">told nobody</Badge>;
  return <span className="min-w-0 text-xs break-words">told on {names.join(', ')}</span>;
}

function Choice({
  rule,
  channels,
  onDone,
}: {
  readonly rule: AlertRule;
  readonly channels: readonly AlertChannel[];
  readonly onDone: () => void;
}): ReactNode {
  const [chosen, setChosen] = useState<readonly string[] | null>(rule.channels);
  const change = useChange('PATCH /api/alert-rules/:id');
  const save = async (): Promise<void> => {
    await change.mutateAsync({
      params: { id: rule.id },
      body: { channels: chosen === null ? null : [...chosen] },
    });
    onDone();
  };
  const turn = (id: string, isOn: boolean): void =>
    setChosen((now) => [...(now ?? []).filter((one) => one !== id), ...(isOn ? [id] : [])]);
  return (
    <div className="space-y-4">
      <Toggle
        label="All channels"
        hint="Including channels you add later"
        checked={chosen === null}
        onChange={(isAll) => setChosen(isAll ? null : channels.map(({ id }) => id))}
      />
      {chosen === null
        ? null
        : channels.map(({ id, name, kind, enabled }) => (
            <Toggle
              key={id}
              label={name}
              hint={enabled ? kind : `${kind}, switched off`}
              checked={chosen.includes(id)}
              onChange={(isOn) => turn(id, isOn)}
            />
          ))}
      {chosen?.length === 0 ? (
        <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-warn">
          Nobody would be told. The alert is still listed in the history.
        </p>
      ) : null}
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button
          tone="primary"
          disabled={change.isPending}
          onClick={() => void save().catch(() => undefined)}
        >
          Save
        </Button>
      </div>
    </div>
  );
}
