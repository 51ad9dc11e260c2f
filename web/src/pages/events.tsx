/** Everything that happened, live: filtered, read back, taken along as a file. */
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Download, Pause, Play, ScrollText } from 'lucide-react';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { eventText } from '../../../src/control/agents/event-text.ts';
import type { ApiEvent } from '../../../src/control/api/client.ts';
import { refusedTitle } from '../../../src/core/holds/refused-title.ts';
import { api } from '../api/api.ts';
import { useLiveEvents } from '../api/live-feed.ts';
import { useStopTitles } from '../api/stop-titles.ts';
import { eventTypes, eventWord, eventWords, type EventType } from '../event-words.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Coded } from '../ui/coded.tsx';
import { Empty } from '../ui/empty.tsx';
import { Input, Select } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { plural } from '../ui/numbers.ts';
import { PageHead } from '../ui/page-head.tsx';
import { localTime, Time } from '../ui/time.tsx';

const FIRST_PAGE = 500;
const MORE = 2_000;
const ROW_PX = 64;

interface Filter {
  readonly type?: EventType;
  readonly agent?: string;
}

export function EventsPage(): ReactNode {
  const search = useSearch({ strict: false }) as { readonly agent?: unknown };
  const [type, setType] = useState<EventType | ''>('');
  const [agent, setAgent] = useState(typeof search.agent === 'string' ? search.agent : '');
  const [limit, setLimit] = useState(FIRST_PAGE);
  const [pausedAt, setPausedAt] = useState<number | null>(null);
  const filter: Filter = { ...(type === '' ? {} : { type }), ...(agent === '' ? {} : { agent }) };
  const past = useQuery({
    queryKey: ['GET /api/events', { ...filter, limit }],
    queryFn: ({ signal }) => api.call('GET /api/events', { query: { ...filter, limit }, signal }),
  });
  const live = useLiveEvents();
  const events = useMemo(
    () => merged(past.data ?? [], live, type, agent, pausedAt),
    [past.data, live, type, agent, pausedAt],
  );
  return (
    <>
      <PageHead
        title="Events"
        text="Stops, warnings, waits and what people did, as it happens. Times are in your time zone."
      >
        <Button
          aria-pressed={pausedAt !== null}
          onClick={() => setPausedAt(pausedAt === null ? (events[0]?.id ?? 0) : null)}
        >
          {pausedAt === null ? <Pause aria-hidden /> : <Play aria-hidden />}
          {pausedAt === null ? 'Pause updates' : 'Continue updates'}
        </Button>
        <Export filter={filter} />
      </PageHead>
      <Card bodyClassName="p-0">
        <div className="flex flex-wrap gap-3 border-b border-line p-3">
          <FilterFields type={type} agent={agent} onType={setType} onAgent={setAgent} />
          <span className="self-center text-xs text-muted">
            {plural(events.length, 'event')} shown
          </span>
        </div>
        <Loaded query={past}>
          {(read) =>
            events.length === 0 ? (
              <Empty
                icon={ScrollText}
                title={type === '' && agent === '' ? 'No events yet' : 'No events match'}
              >
                Stops, warnings, waits and what people did appear here.
              </Empty>
            ) : (
              <EventList
                events={events}
                onMore={read.length < limit ? null : () => setLimit(limit + MORE)}
              />
            )
          }
        </Loaded>
      </Card>
    </>
  );
}

function FilterFields({
  type,
  agent,
  onType,
  onAgent,
}: {
  readonly type: EventType | '';
  readonly agent: string;
  readonly onType: (type: EventType | '') => void;
  readonly onAgent: (agent: string) => void;
}): ReactNode {
  return (
    <>
      <Select
        aria-label="Type of event"
        className="w-full sm:w-52"
        value={type}
        onChange={({ target }) => onType(target.value as EventType | '')}
      >
        <option value="">All types</option>
        {eventTypes.map((one) => (
          <option key={one} value={one}>
            {eventWords[one].word}
          </option>
        ))}
      </Select>
      <Input
        type="search"
        aria-label="Agent"
        placeholder="Name of an agent"
        className="w-full sm:w-60"
        value={agent}
        onChange={({ target }) => onAgent(target.value.trim())}
      />
    </>
  );
}

/** What was read and what came since, the newest first, each once. */
function merged(
  past: readonly ApiEvent[],
  live: readonly ApiEvent[],
  type: string,
  agent: string,
  pausedAt: number | null,
): readonly ApiEvent[] {
  const last = past.at(-1)?.id ?? 0;
  const fits = (event: ApiEvent): boolean =>
    event.id > last &&
    (type === '' || event.event_type === type) &&
    (agent === '' || event.agent === agent);
  const all = [...past, ...live.filter(fits)].toReversed();
  return pausedAt === null ? all : all.filter(({ id }) => id <= pausedAt);
}

function Export({ filter }: { readonly filter: Filter }): ReactNode {
  return (
    <>
      {(['jsonl', 'csv'] as const).map((format) => (
        <a
          key={format}
          href={api.address('GET /api/events/export', { query: { ...filter, format } })}
          download
          className={buttonLook({ tone: 'plain' })}
        >
          <Download aria-hidden />
          {format.toUpperCase()}
        </a>
      ))}
    </>
  );
}

function EventList({
  events,
  onMore,
}: {
  readonly events: readonly ApiEvent[];
  readonly onMore: (() => void) | null;
}): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const titleOf = useStopTitles();
  const virtual = useVirtualizer({
    count: events.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => events[index]?.id ?? index,
    overscan: 10,
  });
  return (
    <div
      ref={box}
      tabIndex={0}
      role="region"
      aria-label="Events, newest first"
      className="h-[calc(100dvh-17rem)] min-h-80 overflow-y-auto"
    >
      <ul className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const event = events[index];
          return event === undefined ? null : (
            <li
              key={key}
              data-index={index}
              ref={virtual.measureElement}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              <EventRow event={event} title={titleOf(event)} />
            </li>
          );
        })}
      </ul>
      {onMore === null ? null : (
        <div className="p-3 text-center">
          <Button size="small" onClick={onMore}>
            Load older events
          </Button>
        </div>
      )}
    </div>
  );
}

function EventRow({
  event,
  title,
}: {
  readonly event: ApiEvent;
  /** Of the stop that it tells of. */
  readonly title: string | undefined;
}): ReactNode {
  const { agent, session, event_type: type, timestamp, reason, details } = event;
  const { tone, icon } = eventWord(refusedTitle(reason) === null ? type : 'refused');
  const { what, text, numbers } = eventText(
    { type, reason, details, ...(title === undefined ? {} : { title }) },
    localTime,
  );
  return (
    <details className="border-b border-line">
      <summary className="grid list-none grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-2.5 hover:bg-page md:grid-cols-[10.5rem_10rem_10rem_minmax(0,1fr)] md:gap-x-4">
        <Time at={timestamp} className="text-xs whitespace-nowrap text-muted max-md:order-3" />
        <span className="flex">
          <Badge tone={tone} icon={icon}>
            {what}
          </Badge>
        </span>
        <span className="truncate font-medium">{agent === '*' ? 'all agents' : agent}</span>
        <span className="line-clamp-2 break-words text-muted max-md:order-4 max-md:col-span-3">
          <Coded text={text} />
        </span>
      </summary>
      <div className="space-y-2 bg-page px-4 py-3">
        <p className="break-words">
          <Coded text={text} />
        </p>
        {numbers === '' ? null : (
          <p className="break-words text-muted">
            <Coded text={numbers} />
          </p>
        )}
        {agent === '*' ? null : (
          <Link
            to="/agents/$agent"
            params={{ agent }}
            className="text-accent underline underline-offset-2"
          >
            To {agent}
            {session === null ? '' : ` · ${session}`}
          </Link>
        )}
        <pre className="font-mono text-xs break-words whitespace-pre-wrap">
          {JSON.stringify(details, null, 2)}
        </pre>
      </div>
    </details>
  );
}
