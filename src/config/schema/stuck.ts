/**
 * The shape of what counts as stuck without looping, and what is done then. All of it is noticed and told; something is done
 * only where `act` says so.
 */
import { z } from 'zod';

const DAY_S = 86_400;
const seconds = (usual: number, what: string) =>
  z.int().min(1).max(DAY_S).default(usual).describe(what);
const count = (usual: number, what: string) =>
  z.int().min(2).max(100).default(usual).describe(what);

/** When an agent is stuck. */
export const stuck = z
  .strictObject({
    stream: z
      .strictObject({
        seconds: seconds(
          180,
          'A streamed answer is stalled when nothing has arrived for this many seconds.',
        ),
        act: z
          .enum(['tell', 'cut'])
          .default('tell')
          .describe('cut: end such a stream, so that the client retries.'),
      })
      .prefault({})
      .describe('Streams that stall.'),
    dialog: z
      .strictObject({
        seconds: seconds(
          1_800,
          'The client is waiting for somebody when the model called a tool this many seconds ago and nothing has come since.',
        ),
      })
      .prefault({})
      .describe('Clients that wait at a dialog.'),
    limit: z
      .strictObject({
        act: z
          .enum(['tell', 'park'])
          .default('tell')
          .describe('park: park the agent until the time that the provider gives.'),
      })
      .prefault({})
      .describe('Usage limits of the provider.'),
    crashes: z
      .strictObject({
        count: count(5, 'Crashes of its process under tripwire run.'),
        seconds: seconds(600, 'Seconds within which they happened.'),
      })
      .prefault({})
      .describe('Processes that crash again and again.'),
    outage: z
      .strictObject({
        calls: count(
          10,
          'Calls in a row that the provider, or what a tool asks, answered with an error of its own.',
        ),
        seconds: z
          .int()
          .min(0)
          .max(DAY_S)
          .default(60)
          .describe('Seconds between the first and the last of them.'),
        act: z
          .enum(['tell', 'park'])
          .default('tell')
          .describe(
            'park: park the agent for a minute, twice as long after each further call, for an hour at most.',
          ),
      })
      .prefault({})
      .describe(
        'Providers and tools that are down, also inside answers that call themselves successful.',
      ),
    retries: z
      .strictObject({
        calls: count(6, 'The same call in a row to a tool that is down.'),
        seconds: seconds(10, 'A call that comes later than this after the one before has waited.'),
        act: z
          .enum(['tell', 'slow'])
          .default('tell')
          .describe(
            'slow: park the agent for a minute, twice as long after each further call, for an hour at most.',
          ),
      })
      .prefault({})
      .describe('Agents that ask a tool that is down again and again without waiting.'),
    wakes: z
      .strictObject({
        count: count(6, 'Wakes in a row that brought the same answer.'),
        pause_seconds: seconds(30, 'A call after this many seconds of silence is a wake.'),
        act: z
          .enum(['tell', 'slow'])
          .default('tell')
          .describe(
            'slow: park the agent after each further empty wake, twice as long each time, for an hour at most.',
          ),
      })
      .prefault({})
      .describe('Timers and heartbeats that wake an agent for nothing.'),
    exchange: z
      .strictObject({
        rounds: count(4, 'Rounds in which two agents answer each other without anything new.'),
        act: z
          .enum(['tell', 'stop'])
          .default('tell')
          .describe('stop: stop the one that has used fewer tokens, as for a loop.'),
      })
      .prefault({})
      .describe('Agents that answer each other in circles.'),
  })
  .prefault({});
