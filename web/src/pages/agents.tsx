/**
 * All agents: sought, sorted and unfolded into their sessions. Only the rows in sight are drawn, so ten thousand stay
 * smooth.
 */
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp, Bot, Search } from 'lucide-react';
import {
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import type { Agent, AgentSession } from '../../../src/control/api/client.ts';
import { AgentHead, agentHeadings, AgentRow, SessionRow } from '../agent-row.tsx';
import { stateOf, type AgentState } from '../agent-state.ts';
import { useAgents } from '../api/agents.ts';
import { Card } from '../ui/card.tsx';
import { classes } from '../ui/class-names.ts';
import { Empty } from '../ui/empty.tsx';
import { Input } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { count, plural } from '../ui/numbers.ts';
import { PageHead } from '../ui/page-head.tsx';

type Group = AgentState['group'] | 'all';
const groups: readonly { readonly id: Group; readonly label: string }[] = [
  { id: 'all', label: 'All' },
  { id: 'stopped', label: 'Stopped' },
  { id: 'waiting', label: 'Waiting' },
  { id: 'working', label: 'Working' },
  { id: 'idle', label: 'Idle' },
];

/** How each column sorts; the last has nothing to sort by. */
const keys: readonly ((agent: Agent) => number | string)[] = [
  ({ name }) => name.toLowerCase(),
  (agent) => stateOf(agent).rank,
  ({ health }) => health,
  ({ usage }) => -usage.tokens_by_minute.reduce((sum, value) => sum + value, 0),
  ({ usage }) => -usage.tokens_minute / Math.max(1, usage.budget_tokens_minute),
  ({ spend }) => -(spend.today.cost_usd ?? 0),
  ({ last_seen: seen }) => -(seen ?? 0),
];

interface Sorting {
  readonly column: number;
  readonly down: boolean;
}
type Row =
  | { readonly key: string; readonly agent: Agent; readonly session: null }
  | { readonly key: string; readonly agent: Agent; readonly session: AgentSession };

export function AgentsPage(): ReactNode {
  const query = useAgents();
  return (
    <>
      <PageHead
        title="Agents"
        text={
          query.data === undefined
            ? ' '
            : `${plural(query.data.length, 'agent')}, with their sessions.`
        }
      />
      <Loaded query={query}>{(agents) => <AgentTable agents={agents} />}</Loaded>
    </>
  );
}

function rowsOf(agents: readonly Agent[], unfolded: ReadonlySet<string>): readonly Row[] {
  return agents.flatMap((agent): Row[] => {
    const own: Row = { key: agent.id, agent, session: null };
    if (!unfolded.has(agent.id)) return [own];
    return [
      own,
      ...agent.sessions.map((session): Row => ({
        key: `${agent.id}\n${session.id}`,
        agent,
        session,
      })),
    ];
  });
}

function sorted(agents: readonly Agent[], { column, down }: Sorting): readonly Agent[] {
  const key = keys[column] ?? (() => 0);
  const keyed = agents.map((agent) => ({ agent, value: key(agent) }));
  keyed.sort((one, other) => {
    if (one.value === other.value) return one.agent.id < other.agent.id ? -1 : 1;
    return one.value < other.value === down ? 1 : -1;
  });
  return keyed.map(({ agent }) => agent);
}

function AgentTable({ agents }: { readonly agents: readonly Agent[] }): ReactNode {
  const [sought, setSought] = useState('');
  const [group, setGroup] = useState<Group>('all');
  const [sorting, setSorting] = useState<Sorting>({ column: 1, down: false });
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const words = useDeferredValue(sought.toLowerCase());
  const rows = useMemo(() => {
    const found = agents.filter(
      (agent) =>
        (group === 'all' || stateOf(agent).group === group) &&
        (words === '' ||
          agent.name.toLowerCase().includes(words) ||
          agent.sessions.some(({ id }) => id.toLowerCase().includes(words))),
    );
    return rowsOf(sorted(found, sorting), unfolded);
  }, [agents, words, group, sorting, unfolded]);
  const unfold = useCallback((agent: string) => {
    setUnfolded((before) => {
      const after = new Set(before);
      if (!after.delete(agent)) after.add(agent);
      return after;
    });
  }, []);
  return (
    <Card bodyClassName="p-0">
      <div className="flex flex-wrap items-center gap-3 border-b border-line p-3">
        <div className="relative w-full sm:w-64">
          <Search aria-hidden className="absolute top-2.5 left-2.5 size-4 text-muted" />
          <Input
            type="search"
            aria-label="Find agents and sessions"
            placeholder="Find agents and sessions"
            className="pl-8"
            value={sought}
            onChange={({ target }) => setSought(target.value)}
          />
        </div>
        <Groups agents={agents} chosen={group} onChoose={setGroup} />
      </div>
      {rows.length === 0 ? (
        <Empty
          icon={Bot}
          title={agents.length === 0 ? 'No agent has called yet' : 'No agent matches'}
        >
          {agents.length === 0
            ? 'Open Connect to point one here.'
            : 'Clear the filter or the search.'}
        </Empty>
      ) : (
        <div role="table" aria-label="Agents" aria-rowcount={rows.length}>
          <AgentHead>{headings(sorting, setSorting)}</AgentHead>
          <Rows rows={rows} unfolded={unfolded} onUnfold={unfold} />
        </div>
      )}
    </Card>
  );
}

function Groups({
  agents,
  chosen,
  onChoose,
}: {
  readonly agents: readonly Agent[];
  readonly chosen: Group;
  readonly onChoose: (group: Group) => void;
}): ReactNode {
  const counts = useMemo(() => {
    const found = new Map<Group, number>([['all', agents.length]]);
    for (const agent of agents) {
      const { group } = stateOf(agent);
      found.set(group, (found.get(group) ?? 0) + 1);
    }
    return found;
  }, [agents]);
  return (
    <div role="group" aria-label="Filter by state" className="flex flex-wrap gap-1">
      {groups.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          aria-pressed={chosen === id}
          onClick={() => onChoose(id)}
          className="rounded-md px-2.5 py-1.5 text-xs font-medium text-muted hover:bg-sunken aria-pressed:bg-sunken aria-pressed:text-ink"
        >
          {label} <span className="tabular-nums">{count(counts.get(id) ?? 0)}</span>
        </button>
      ))}
    </div>
  );
}

function headings(sorting: Sorting, onSort: (sorting: Sorting) => void): readonly ReactNode[] {
  return agentHeadings.map((label, column) => {
    if (keys[column] === undefined) return <span>{label}</span>;
    const isChosen = sorting.column === column;
    const Arrow = sorting.down ? ArrowUp : ArrowDown;
    return (
      <button
        type="button"
        aria-label={`Sort by ${label}`}
        aria-pressed={isChosen}
        onClick={() => onSort({ column, down: isChosen && !sorting.down })}
        className={classes('inline-flex items-center gap-1 hover:text-ink', isChosen && 'text-ink')}
      >
        {label}
        {isChosen ? <Arrow aria-hidden className="size-3" /> : null}
      </button>
    );
  });
}

/** As the rows are styled. Known heights need no measuring, which would cost a layout for every row. */
const WIDE_ROW_PX = 52;
const PHONE_ROW_PX = 84;
const wide = matchMedia('(min-width: 1024px)');
const onWide = (listener: () => void): (() => void) => {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
};

function Rows({
  rows,
  unfolded,
  onUnfold,
}: {
  readonly rows: readonly Row[];
  readonly unfolded: ReadonlySet<string>;
  readonly onUnfold: (agent: string) => void;
}): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const rowPx = useSyncExternalStore(onWide, () => (wide.matches ? WIDE_ROW_PX : PHONE_ROW_PX));
  useLayoutEffect(() => {
    setTop((list.current?.getBoundingClientRect().top ?? 0) + scrollY);
  }, [rowPx]);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowPx,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    scrollMargin: top,
    useFlushSync: false,
  });
  useLayoutEffect(() => virtual.measure(), [virtual, rowPx]);
  return (
    <div ref={list} role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index];
        if (row === undefined) return null;
        return (
          <div
            key={key}
            role="presentation"
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
          >
            {row.session === null ? (
              <AgentRow
                agent={row.agent}
                unfolded={unfolded.has(row.agent.id)}
                onUnfold={onUnfold}
              />
            ) : (
              <SessionRow agent={row.agent.id} session={row.session} />
            )}
          </div>
        );
      })}
    </div>
  );
}
