/**
 * `tripwire stop`: stops an agent, or one of its sessions, at once.
 */
import { parseArgs } from 'node:util';
import { TripwireError } from '../../core/errors.ts';
import type { Command } from '../command.ts';
import { withAdmin } from '../server/admin-call.ts';
import { oneAgent } from '../terminal/agent-argument.ts';
import { personName } from '../terminal/person-name.ts';
import { printLines } from '../terminal/print-lines.ts';
import { sayJson } from '../terminal/say.ts';
import { courseLines } from './stop-course-text.ts';
import { stopLines } from './stop-text.ts';
import { hasEnded, stopsWhenEnded, waitSecondsOf } from './wait-for-end.ts';

const HELP = `tripwire stop AGENT [--session S] [--why TEXT] [--wait S] [--wind-down [--calls N] [--seconds S]] [--json]

Stops an agent at once: calls under way are ended, everything else is refused until a person resumes it.
  --wind-down    let it save its work first: git add, commit and stash, a note in a .md file, its own summary.
                 Everything else is refused at once, and after 10 calls or 180 seconds so is saving
  --calls N      N calls instead of 10 (1 to 100)
  --seconds S    S seconds instead of 180 (1 to 3600)
  --wait S       wait up to S seconds until it is seen to end: its process is gone, or it was told
                 and is silent
  --session S    only this session of the agent
  --why TEXT     the reason, for the record and for the agent's client
  --json         one JSON object: the agent, recorded (true or false), calls_ended
Exit codes: 0 stopped, also where it is not yet recorded, with --wait seen to end; 1 no Tripwire is
running, there is no such agent, or with --wait nobody saw it end; 2 wrong options.`;

/** The command. */
export const command: Command = { help: HELP, run: stop };

function stop(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      session: { type: 'string' },
      why: { type: 'string' },
      'wind-down': { type: 'boolean', default: false },
      calls: { type: 'string' },
      seconds: { type: 'string' },
      wait: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const agent = oneAgent('stop', positionals);
  const { session, why } = values;
  const windDown = windDownOf(values);
  const waitSeconds = waitSecondsOf(values.wait);
  return withAdmin(values.json, async (server) => {
    const body = {
      by: personName(),
      ...(session === undefined ? {} : { session }),
      ...(why === undefined ? {} : { why }),
      ...(windDown === null ? {} : { wind_down: windDown }),
    };
    const acted = await server.call('POST /api/agents/:id/deactivate', {
      params: { id: agent },
      body,
    });
    const stops =
      waitSeconds === null ? null : await stopsWhenEnded(server, agent, session, waitSeconds);
    const code = stops === null || hasEnded(stops) ? 0 : 1;
    if (values.json) {
      sayJson(stops === null ? acted : { ...acted, stops });
      return code;
    }
    const whom = session === undefined ? agent : `${agent}, session ${session},`;
    const held = { hold: 'manual', agent, session: session ?? null } as const;
    const words =
      windDown === null ? 'is stopped.' : 'is being stopped, and may still save its work.';
    printLines([
      ...stopLines(acted, `${whom} ${words}`, held),
      ...(stops ?? []).flatMap(courseLines),
    ]);
    return code;
  });
}

/** How much may still be saved; null: nothing. */
function windDownOf(values: {
  readonly 'wind-down': boolean;
  readonly calls?: string | undefined;
  readonly seconds?: string | undefined;
}): { readonly calls?: number; readonly seconds?: number } | null {
  const { calls, seconds } = values;
  if (values['wind-down']) {
    return {
      ...(calls === undefined ? {} : { calls: wholeOf('--calls', calls) }),
      ...(seconds === undefined ? {} : { seconds: wholeOf('--seconds', seconds) }),
    };
  }
  if (calls === undefined && seconds === undefined) return null;
  throw new TripwireError('USAGE', '--calls and --seconds belong to --wind-down.');
}

function wholeOf(option: string, text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new TripwireError(
    'USAGE',
    `${option} must be a whole number, not ${JSON.stringify(text)}.`,
  );
}
