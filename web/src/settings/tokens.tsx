/** Tokens of other people and programs, each with a role. */
import { KeyRound, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useApi, useChange } from '../api/queries.ts';
import type { Role } from '../api/session.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CopyLine } from '../ui/copy.tsx';
import { Input, Labelled, Select } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Time } from '../ui/time.tsx';

const roles: readonly { readonly role: Role; readonly may: string }[] = [
  { role: 'viewer', may: 'viewer: can look' },
  { role: 'operator', may: 'operator: can stop and resume' },
  { role: 'admin', may: 'admin: everything' },
];

export function Tokens(): ReactNode {
  const query = useApi('GET /api/tokens');
  const remove = useChange('DELETE /api/tokens/:id');
  return (
    <Card title="Tokens and roles" bodyClassName="p-0">
      <Loaded query={query}>
        {(tokens) => (
          <ul>
            {tokens.length === 0 ? (
              <li className="p-4 text-muted">
                Only the owner has a token. Make one for each person.
              </li>
            ) : null}
            {tokens.map(({ id, name, role, created_at: at }) => (
              <li key={id} className="flex items-center gap-3 border-b border-line px-4 py-2.5">
                <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
                <Badge tone={role === 'admin' ? 'warn' : 'neutral'}>{role}</Badge>
                <Time at={at} relative className="text-xs text-muted" />
                <Button
                  size="icon"
                  tone="quiet"
                  aria-label={`Take back the token of ${name}`}
                  disabled={remove.isPending}
                  onClick={() => remove.mutate({ params: { id } })}
                >
                  <Trash2 aria-hidden />
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <NewToken />
    </Card>
  );
}

function NewToken(): ReactNode {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const add = useChange('POST /api/tokens');
  return (
    <form
      className="space-y-3 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate({ body: { name: name.trim(), role } });
        setName('');
      }}
    >
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] sm:items-end">
        <Labelled label="Name">
          {(id) => (
            <Input
              id={id}
              required
              maxLength={20}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Labelled>
        <Labelled label="Role">
          {(id) => (
            <Select id={id} value={role} onChange={({ target }) => setRole(target.value as Role)}>
              {roles.map(({ role: one, may }) => (
                <option key={one} value={one}>
                  {may}
                </option>
              ))}
            </Select>
          )}
        </Labelled>
        <Button type="submit" disabled={add.isPending}>
          <KeyRound aria-hidden />
          Make a token
        </Button>
      </div>
      {add.data === undefined ? null : (
        <div role="status">
          <p className="mb-1 text-xs text-muted">The token of {add.data.name}, shown this once:</p>
          <CopyLine text={add.data.token} label="the token" />
        </div>
      )}
    </form>
  );
}
