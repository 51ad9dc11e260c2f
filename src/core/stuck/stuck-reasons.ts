/**
 * The reason codes of being stuck without looping. They stop nobody by themselves.
 */
import type { Reason } from '../reason/reason.ts';
import type { StuckCode } from './stuck-signs.ts';

export const STUCK_REASONS = [
  {
    code: 'STREAM_STALLED',
    group: 'note',
    meaning:
      'A streamed answer of the provider has sent nothing for the time set as `stuck: stream`.',
    remedy: 'Nothing, or let Tripwire cut such streams (`act: cut`) so that the client asks again.',
  },
  {
    code: 'CLIENT_WAITING',
    group: 'note',
    meaning:
      'The model called a tool, and the client has not come back since: it waits at a dialog, or the tool still runs.',
    remedy: 'Look at its terminal: it may ask for a permission.',
  },
  {
    code: 'USAGE_LIMIT',
    group: 'note',
    meaning:
      'The provider refuses calls until a usage limit resets, or refused several in a row for a limit.',
    remedy: 'Wait for the reset, or let Tripwire park the agent until then (`stuck: limit`).',
  },
  {
    code: 'CRASH_LOOP',
    group: 'note',
    meaning: 'The process of the agent under `tripwire run` crashed several times in a short time.',
    remedy: 'Look at its output; Tripwire doesn’t start it again more often than `--restart` says.',
  },
  {
    code: 'PROVIDER_DOWN',
    group: 'note',
    meaning:
      'The provider has answered several calls in a row with an error of its own, also inside answers that call themselves successful.',
    remedy:
      "Look at the provider's status page; the agent is not judged for it. Tripwire can park it meanwhile (`stuck: outage`).",
  },
  {
    code: 'TOOL_DOWN',
    group: 'note',
    meaning:
      'A tool of the agent has answered several calls in a row with an outage (a 503, no connection), also in results that call themselves successful.',
    remedy:
      'Look at the service that the tool uses, or let Tripwire park the agent meanwhile (`stuck: outage`).',
  },
  {
    code: 'QUICK_RETRIES',
    group: 'note',
    meaning:
      'The agent makes the same call again and again without waiting, and its tool answers each with an outage.',
    remedy:
      'Look at the service that the tool uses, or let Tripwire slow the agent down (`stuck: retries`).',
  },
  {
    code: 'EMPTY_WAKES',
    group: 'note',
    meaning:
      'The agent woke several times in a row after a pause, and each time said the same again.',
    remedy: 'Let it wake less often, or let Tripwire slow it down (`stuck: wakes`).',
  },
  {
    code: 'FRUITLESS_EXCHANGE',
    group: 'note',
    meaning:
      'Two agents answer each other, and for the rounds set as `stuck: exchange` neither said anything new.',
    remedy: 'Look at both, or let Tripwire stop the one that has used fewer tokens (`act: stop`).',
  },
] as const satisfies readonly (Reason & { readonly code: StuckCode })[];
