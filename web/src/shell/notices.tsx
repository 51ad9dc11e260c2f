/**
 * Tells of a stop while the page is open: in the tab's title and icon, as a message on the page, and as a notification of
 * the desktop where somebody turned that on.
 */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { titleIn } from '../../../src/control/agents/event-title.ts';
import { holdWords } from '../../../src/control/agents/state-words.ts';
import type { ApiEvent } from '../../../src/control/api/client.ts';
import { stopTitle } from '../../../src/core/holds/stop-title.ts';
import { api } from '../api/api.ts';
import { useLiveEvents } from '../api/live-feed.ts';
import { useApi } from '../api/queries.ts';
import { useSession } from '../api/session.ts';
import { withLocalTimes } from '../ui/time.tsx';
import { showToast } from '../ui/toast-store.ts';
import { notifiesDesktop } from './desktop-notifications.ts';
import { setTitleCount } from './tab-title.ts';

/** Holds that stop everything an agent does. */
const stops: ReadonlySet<unknown> = new Set([
  'kill_switch',
  'manual',
  'paused',
  'stop_all',
  'soft_suspend',
  'hard_stop',
]);

/** The stop is the newest but for what came in the meantime. */
const NEWEST_READ = 20;

interface Stop {
  readonly id: number;
  readonly title: string;
  readonly text: string;
  readonly agent: string;
}

/** The name under which the API says what concerns all agents. */
const EVERYBODY = '*';

/** What stopped an agent; what the person at this page did is told by what they clicked. */
function stopOf(event: ApiEvent, person: string): Stop | null {
  const { id, agent, event_type: type, details, reason } = event;
  const { hold, why, by } = details;
  if (type !== 'hold' || !stops.has(hold) || by === person) return null;
  const who = agent === EVERYBODY ? 'All agents' : agent;
  const kind = hold as keyof typeof holdWords;
  const how = holdWords[kind].toLowerCase();
  return {
    id,
    title: `${who}: ${how}`,
    text: withLocalTimes(stopTitle({ hold: kind, by: textOr(by, ''), why: textOr(why, reason) })),
    agent,
  };
}

/** With the title that the stop has on every page; its own words where that cannot be read. */
async function titled(stop: Stop, event: ApiEvent): Promise<Stop> {
  const newest = { query: { agent: event.agent, limit: NEWEST_READ } };
  const found = await api.call('GET /api/incidents', newest).catch(() => []);
  const title = titleIn(found, event);
  return title === undefined ? stop : { ...stop, text: withLocalTimes(title) };
}

/** Shows a stop on the page, and on the desktop where the person wants that. */
async function announce(stop: Stop, event: ApiEvent, open: () => void): Promise<void> {
  const said = await titled(stop, event);
  showToast({ tone: 'danger', title: said.title, text: said.text, onOpen: open });
  notifyDesktop(said, open);
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

export function Notices(): null {
  const events = useLiveEvents();
  const told = useRef<number | null>(null);
  const navigate = useNavigate();
  const { name } = useSession();
  const needs = useApi('GET /api/overview').data?.needs ?? [];
  const waiting = needs.filter(({ kind }) => kind === 'stopped' || kind === 'approval').length;
  useEffect(() => setTitleCount(waiting), [waiting]);
  useEffect(() => {
    const after = told.current ?? 0;
    told.current = Math.max(after, events.at(-1)?.id ?? 0);
    for (const event of events.filter(({ id }) => id > after)) {
      const stop = stopOf(event, name);
      if (stop === null) continue;
      const { agent } = stop;
      const open = (): void =>
        void (agent === EVERYBODY
          ? navigate({ to: '/' })
          : navigate({ to: '/agents/$agent', params: { agent } }));
      void announce(stop, event, open);
    }
  }, [events, navigate, name]);
  return null;
}

function notifyDesktop({ id, title, text }: Stop, open: () => void): void {
  if (!notifiesDesktop()) return;
  const notification = new Notification(`Tripwire: ${title}`, {
    body: text,
    icon: '/icon.svg',
    tag: String(id),
  });
  notification.addEventListener('click', () => {
    focus();
    open();
  });
}
