/** Who looks after a stop: oneself in one click, or anybody by name; recorded. */
import { useState, type ReactNode } from 'react';
import type { IncidentSummary } from '../../../src/control/api/client.ts';
import { useChange } from '../api/queries.ts';
import { useMay, useSession } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Input, Labelled } from '../ui/field.tsx';

const NAME_MAX = 20;

export function Assignee({ incident }: { readonly incident: IncidentSummary }): ReactNode {
  const { id, assignee } = incident;
  const [typed, setTyped] = useState<string | null>(null);
  const { name: me } = useSession();
  const may = useMay('operator');
  const change = useChange('POST /api/incidents/:id/assign');
  const assign = (to: string | null): void => {
    setTyped(null);
    change.mutate({ params: { id }, body: { assignee: to } });
  };
  const name = (typed ?? assignee ?? '').trim();
  return (
    <Card title="Assignee">
      <form
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          assign(name === '' ? null : name);
        }}
      >
        <Labelled label="Who is looking into it">
          {(field) => (
            <Input
              id={field}
              maxLength={NAME_MAX}
              placeholder="nobody yet"
              disabled={!may}
              value={typed ?? assignee ?? ''}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Labelled>
        <div className="flex gap-2">
          {assignee === me ? null : (
            <Button size="small" disabled={!may || change.isPending} onClick={() => assign(me)}>
              Assign to me
            </Button>
          )}
          {typed === null || name === (assignee ?? '') ? null : (
            <Button type="submit" size="small" disabled={!may || change.isPending}>
              Save the assignee
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}
