/**
 * Stops one agent from any page in two clicks: open, stop. Or open, type a name, Enter.
 */
import { OctagonX, Search } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState, type ReactNode } from 'react';
import type { Agent } from '../../../src/control/api/client.ts';
import { act } from '../act-dialog.tsx';
import { canStop, stateOf } from '../agent-state.ts';
import { useApi } from '../api/queries.ts';
import { useMay, useWhyNot } from '../api/session.ts';
import { StateBadge } from '../state-badge.tsx';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/class-names.ts';
import { Input } from '../ui/field.tsx';
import { count } from '../ui/numbers.ts';

const SHOWN_MAX = 30;

export function StopMenu(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const may = useMay('operator');
  const whyNot = useWhyNot('operator');
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <Button tone="dangerQuiet" disabled={!may} title={whyNot ?? 'Stop an agent'}>
          <OctagonX aria-hidden />
          <span>
            Stop<span className="max-sm:sr-only"> an agent</span>
          </span>
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          aria-label="Stop an agent"
          className="z-40 w-[calc(100vw-2rem)] max-w-sm rounded-lg border border-line bg-surface p-2 shadow-xl"
        >
          <StopList onDone={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function StopList({ onDone }: { readonly onDone: () => void }): ReactNode {
  const [sought, setSought] = useState('');
  const { data = [] } = useApi('GET /api/agents');
  const found = data
    .filter((agent) => canStop(agent) && agent.id.toLowerCase().includes(sought.toLowerCase()))
    .toSorted((one, other) => order(one, other));
  // Enter stops what was typed for; without a word nobody meant an agent.
  const first = sought.trim() === '' ? undefined : found[0];
  const stop = (agent: string): void => {
    onDone();
    void act('deactivate', { agent }, 'stopped from the dashboard');
  };
  return (
    <>
      <div className="relative">
        <Search aria-hidden className="absolute top-2.5 left-2.5 size-4 text-muted" />
        <Input
          aria-label="Find an agent"
          placeholder="Find an agent"
          className="pl-8"
          value={sought}
          onChange={({ target }) => setSought(target.value)}
          onKeyDown={({ key }) => {
            if (key === 'Enter' && first !== undefined) stop(first.id);
          }}
        />
      </div>
      <ul className="mt-2 max-h-80 overflow-y-auto">
        {found.slice(0, SHOWN_MAX).map((agent) => (
          <li
            key={agent.id}
            className={classes(
              'flex items-center gap-2 rounded-md px-2 py-1.5 hover:bg-sunken',
              agent === first && 'bg-sunken',
            )}
          >
            <span className="min-w-0 flex-1 truncate font-medium">{agent.name}</span>
            <StateBadge of={agent} />
            <Button
              size="small"
              tone="danger"
              aria-label={`Stop ${agent.name} now`}
              onClick={() => stop(agent.id)}
            >
              Stop
            </Button>
          </li>
        ))}
      </ul>
      {found.length === 0 ? (
        <p className="p-3 text-center text-muted">No agent has this name.</p>
      ) : null}
      {first === undefined ? null : (
        <p className="px-2 pt-1 text-xs text-muted">Enter stops {first.name}.</p>
      )}
      {found.length > SHOWN_MAX ? (
        <p className="p-2 text-center text-xs text-muted">
          and {count(found.length - SHOWN_MAX)} more: type a name
        </p>
      ) : null}
    </>
  );
}

/** Who works now comes first. */
function order(one: Agent, other: Agent): number {
  return stateOf(one).rank - stateOf(other).rank || (other.last_seen ?? 0) - (one.last_seen ?? 0);
}
