/** What is told, to whom, and at which level. */
import { useState, type ReactNode } from 'react';
import type { AlertRule } from '../../../src/control/api/client.ts';
import { useApi, useChange } from '../api/queries.ts';
import { useMay } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classes } from '../ui/class-names.ts';
import { Input, Toggle } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { RuleChannels } from './rule-channels.tsx';

export function Rules(): ReactNode {
  const query = useApi('GET /api/alert-rules');
  return (
    <Card title="Rules" bodyClassName="p-0">
      <Loaded query={query}>
        {(rules) => (
          <ul>
            {rules.map((rule) => (
              <RuleRow key={`${rule.id} ${rule.level ?? ''}`} rule={rule} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

function RuleRow({ rule }: { readonly rule: AlertRule }): ReactNode {
  const { id, what, enabled, level, unit } = rule;
  const [typed, setTyped] = useState(String(level ?? ''));
  const change = useChange('PATCH /api/alert-rules/:id');
  const may = useMay('admin');
  const words = id.replaceAll('_', ' ');
  const name = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line px-4 py-3 last:border-0">
      <div className="min-w-60 flex-1">
        <Toggle
          label={name}
          hint={what}
          checked={enabled}
          disabled={!may || change.isPending}
          onChange={(isOn) => change.mutate({ params: { id }, body: { enabled: isOn } })}
        />
      </div>
      <RuleChannels rule={rule} name={name} />
      <form
        className={classes('flex w-40 items-center gap-2', level === null && 'max-md:hidden')}
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ params: { id }, body: { level: Number(typed) } });
        }}
      >
        {level === null ? null : (
          <>
            <Input
              type="number"
              min={1}
              aria-label={`Level of ${words}`}
              className="w-20"
              disabled={!may}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
            <span className="text-xs text-muted">{unit === 'percent' ? '%' : 'min'}</span>
            {typed === String(level) ? null : (
              <Button type="submit" size="small">
                Save
              </Button>
            )}
          </>
        )}
      </form>
    </li>
  );
}
