/** The keys of agents: who has one, when it was last used, and how to take it back. */
import { KeyRound, RotateCw, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useApi, useChange } from '../api/queries.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CopyLine } from '../ui/copy.tsx';
import { Input, Labelled } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Time } from '../ui/time.tsx';

export function AgentKeys(): ReactNode {
  const query = useApi('GET /api/keys');
  const revoke = useChange('DELETE /api/keys/:id');
  const rotate = useChange('POST /api/keys/:id/rotate');
  return (
    <Card title="Agent keys" bodyClassName="p-0">
      <Loaded query={query}>
        {({ keys, required }) => (
          <>
            <p className="border-b border-line px-4 py-2.5 text-sm text-muted">
              {required ? 'Every request needs an agent key.' : 'Requests need no agent key.'}
            </p>
            <ul>
              {keys.map((key) => (
                <li
                  key={key.id}
                  className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-2.5"
                >
                  <span className="min-w-0 flex-1 truncate font-medium">{key.agent}</span>
                  <span className="truncate text-xs text-muted">{key.label}</span>
                  {key.models === null ? null : (
                    <span className="truncate text-xs text-muted">
                      only {key.models.join(', ')}
                    </span>
                  )}
                  {key.is_expired ? <Badge tone="warn">expired</Badge> : null}
                  <span className="text-xs text-muted">
                    {key.last_used_at === null ? (
                      'never used'
                    ) : (
                      <>
                        used <Time at={key.last_used_at} relative />
                      </>
                    )}
                  </span>
                  <Button
                    size="icon"
                    tone="quiet"
                    aria-label={`Rotate a key of ${key.agent}`}
                    disabled={rotate.isPending}
                    onClick={() => rotate.mutate({ params: { id: key.id }, body: {} })}
                  >
                    <RotateCw aria-hidden />
                  </Button>
                  <Button
                    size="icon"
                    tone="quiet"
                    aria-label={`Revoke a key of ${key.agent}`}
                    disabled={revoke.isPending}
                    onClick={() => revoke.mutate({ params: { id: key.id } })}
                  >
                    <Trash2 aria-hidden />
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {rotate.data === undefined ? null : (
        <NewKey agent={rotate.data.agent} text={rotate.data.key} />
      )}
      <MakeKey />
    </Card>
  );
}

function MakeKey(): ReactNode {
  const [agent, setAgent] = useState('');
  const add = useChange('POST /api/agents/:id/keys');
  return (
    <form
      className="space-y-3 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate({ params: { id: agent.trim() }, body: { label: 'dashboard' } });
        setAgent('');
      }}
    >
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end">
        <Labelled label="Agent">
          {(id) => (
            <Input
              id={id}
              required
              maxLength={64}
              value={agent}
              onChange={({ target }) => setAgent(target.value)}
            />
          )}
        </Labelled>
        <Button type="submit" disabled={add.isPending}>
          <KeyRound aria-hidden />
          Make a key
        </Button>
      </div>
      {add.data === undefined ? null : <NewKey agent={add.data.agent} text={add.data.key} />}
    </form>
  );
}

function NewKey({ agent, text }: { readonly agent: string; readonly text: string }): ReactNode {
  return (
    <div role="status" className="px-4 py-2.5">
      <p className="mb-1 text-xs text-muted">The key of {agent}, shown this once:</p>
      <CopyLine text={text} label="the key" />
    </div>
  );
}
