/** The shape of a stop's course, and of what `tripwire run` reports of a process. */
import { z } from 'zod';
import { authorFields, holdKind, list, timeMs } from './schemas.ts';

const stopsQuery = z.strictObject({ agent: z.string().exactOptional() });

/** A stop that stands, and how far it has come. */
const stopView = z.strictObject({
  agent: z.string(),
  /** The session it binds alone; null for the whole agent. */
  session: z.string().nullable(),
  /** The subagent it binds alone; null for the session and its own conversation. */
  subagent: z.string().nullable(),
  /** It binds until the next prompt. */
  turn: z.boolean(),
  hold: holdKind,
  title: z.string(),
  /**
   * requested: work may still be saved. in_force: nothing more passes, calls are being ended. cut: it was told of the stop,
   * and asks no more so far. ended: its process is gone, or it was told and stayed silent. may_be_alive: nobody saw it end.
   */
  state: z.enum(['requested', 'in_force', 'cut', 'ended', 'may_be_alive']),
  requested_at: timeMs,
  in_force_at: timeMs,
  cut_at: timeMs.nullable(),
  ended_at: timeMs.nullable(),
  ended_by: z.enum(['process', 'silence']).nullable(),
  doors: list(
    z.strictObject({
      door: z.enum(['model', 'tools']),
      cut: z.int(),
      refused: z.int(),
      last_at: timeMs.nullable(),
    }),
  ),
  /** Processes under `tripwire run` that haven't ended. */
  processes: z.int(),
});

/** A process of the agent began or ended. */
const processBody = z.strictObject({
  process: z.string().min(1).max(64),
  state: z.enum(['started', 'ended']),
  /** It ended with an error that nobody asked for. */
  crashed: z.boolean().exactOptional(),
  ...authorFields,
});

const processView = z.strictObject({
  agent: z.string(),
  process: z.string(),
  state: z.enum(['started', 'ended']),
});

/** How far stops have come, and what becomes of processes. */
export const stopEndpoints = {
  'GET /api/stops': {
    access: 'viewer',
    summary: 'Every stop that stands, and how far it has come',
    query: stopsQuery,
    response: list(stopView),
  },
  'POST /api/agents/:id/process': {
    access: 'operator',
    summary: 'A process of the agent began or ended, as tripwire run saw it',
    body: processBody,
    response: processView,
  },
} as const;
