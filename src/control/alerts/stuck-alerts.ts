/**
 * Alerts about agents that are stuck without looping: they fire when a note says that it began, and resolve when another one
 * says that it is over.
 */
import { z } from 'zod';
import { REASONS, type StuckCode } from '../../core/index.ts';
import { isMismatch } from '../../journal/index.ts';
import type { StoredEvent } from '../../store/index.ts';
import { stuckView } from '../api/schemas-stuck.ts';
import type { Firing, Resolving } from './alert-book.ts';

const noteShape = z.object({
  stuck: z.object({
    code: stuckView.shape.code,
    state: z.enum(['begun', 'over']),
    until: z.number().optional(),
  }),
});

/** What each is called in the sentence that an alert begins with. */
const sentences: Readonly<Record<StuckCode, (agent: string) => string>> = {
  STREAM_STALLED: (agent) => `An answer for ${agent} has stalled.`,
  CLIENT_WAITING: (agent) => `${agent} seems to wait for somebody.`,
  USAGE_LIMIT: (agent) => `${agent} has reached a usage limit of its provider.`,
  CRASH_LOOP: (agent) => `${agent} crashes again and again.`,
  PROVIDER_DOWN: (agent) => `The provider of ${agent} is down.`,
  TOOL_DOWN: (agent) => `A tool of ${agent} is down.`,
  QUICK_RETRIES: (agent) => `${agent} asks a tool that is down again and again without waiting.`,
  EMPTY_WAKES: (agent) => `${agent} wakes again and again for nothing.`,
  FRUITLESS_EXCHANGE: (agent) => `${agent} and another agent talk in circles.`,
};

/** What a note means for alerts; null where it is about something else. */
export function stuckAlert(event: StoredEvent): {
  readonly firing: readonly Firing[];
  readonly resolving: readonly Resolving[];
} | null {
  const told = noteShape.safeParse(JSON.parse(event.details)).data?.stuck;
  // One that somebody added to the database says nothing.
  if (told === undefined || isMismatch(event)) return null;
  const { agent, seq, timestamp: at, reason } = event;
  const { code, state, until } = told;
  const place = { rule: 'stuck', agent, session: null, at, about: code } as const;
  if (state === 'over') {
    const how = (was: string) => `It is over. It had been: ${was}`;
    return { firing: [], resolving: [{ ...place, how }] };
  }
  const parked = until === undefined ? null : new Date(until).toISOString();
  const firing: Firing = {
    ...place,
    mark: seq,
    what: sentences[code](agent),
    numbers: `${code}: ${reason}`,
    cost: parked === null ? 'nothing was stopped' : `nothing: it is parked until ${parked}`,
    incident: null,
    how_to_resume: REASONS.find((one) => one.code === code)?.remedy ?? '',
  };
  return { firing: [firing], resolving: [] };
}
