/**
 * `tripwire stop`: stops an agent, or one of its sessions, at once.
 */
import { parseArgs } from 'node:util';
import { present } from '../../base/present.ts';
import { TripwireError } from '../../core/errors.ts';
import type { Command } from '../command.ts';
import { withAdmin } from '../server/admin-call.ts';
import { oneAgent } from '../terminal/agent-argument.ts';
import { stopperName } from '../terminal/person-name.ts';
import { printLines } from '../terminal/print-lines.ts';
import { sayJson } from '../terminal/say.ts';
import { courseLines } from './stop-course-text.ts';
import { stopLines } from './stop-text.ts';
import { hasEnded, stopsWhenEnded, waitSecondsOf } from './wait-for-end.ts';

const HELP = `tripwire stop AGENT [--session S] [--subagent ID | --turn] [--family] [--wait S] [--wind-down] [--json]

Stops an agent at once: calls under way are ended, everything else is refused until a person resumes it.
  --wind-down    let it save its work first: git add, commit and stash, a note in a .md file, its own summary.
                 Everything else is refused at once, and after 10 calls or 180 seconds so is saving
  --calls N      N calls instead of 10 (1 to 100)
  --seconds S    S seconds instead of 180 (1 to 3600)
  --wait S       wait up to S seconds until it is seen to end: its process is gone, or it was told
                 and is silent
  --session S    only this session of the agent
  --subagent ID  only this subagent, as the tree of sessions on the agent's page names it
  --turn         only this turn: it ends with the next prompt, and subagents continue
  --family       with --subagent also those that it started, with --turn also the session's subagents
  --why TEXT     the reason, for the record and for the agent's client
  --json         one JSON object: the agent, recorded (true or false), calls_ended
Exit codes: 0 stopped, even if not yet recorded, with --wait seen to end; 1 no Tripwire is
running, there is no such agent, or with --wait nobody saw it end; 2 wrong options.`;

/** The command. */
export const command: Command = { help: HELP, run: stop };

function stop(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      session: { type: 'string' },
      subagent: { type: 'string' },
      family: { type: 'boolean', default: false },
      turn: { type: 'boolean', default: false },
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
  const { session, subagent, why } = values;
  const narrower = {
    ...present({ session, subagent }),
    ...(values.family ? { family: true as const } : {}),
    ...(values.turn ? { turn: true as const } : {}),
  };
  const windDown = windDownOf(values);
  const waitSeconds = waitSecondsOf(values.wait);
  return withAdmin(values.json, async (server) => {
    const body = {
      by: stopperName(),
      ...narrower,
      ...(why === undefined ? {} : { why }),
      ...(windDown === null ? {} : { wind_down: windDown }),
    };
    const acted = await server.call('POST /api/agents/:id/deactivate', {
      params: { id: agent },
      body,
    });
    const stopped = { agent, session, subagent };
    const stops = waitSeconds === null ? null : await stopsWhenEnded(server, stopped, waitSeconds);
    const code = stops === null || hasEnded(stops, stopped) ? 0 : 1;
    if (values.json) {
      sayJson(stops === null ? acted : { ...acted, stops });
      return code;
    }
    const narrowerHeld = present({
      subagent,
      turn: 'turn' in narrower ? narrower.turn : undefined,
    });
    const held = { hold: 'manual', agent, session: session ?? null, ...narrowerHeld };
    printLines([
      ...stopLines(acted, headline(agent, values, windDown !== null), { ...held, hold: 'manual' }),
      ...(stops ?? []).flatMap(courseLines),
    ]);
    return code;
  });
}

/** What is stopped, in a sentence. */
function headline(
  agent: string,
  {
    session,
    subagent,
    family,
    turn,
  }: {
    readonly session?: string | undefined;
    readonly subagent?: string | undefined;
    readonly family: boolean;
    readonly turn: boolean;
  },
  maySave: boolean,
): string {
  const where = session === undefined ? agent : `${agent}, session ${session},`;
  const words = maySave ? 'is being stopped, and may still save its work.' : 'is stopped.';
  if (subagent !== undefined) {
    const whom = family ? 'and those it started: ' : '';
    return `${where} subagent ${subagent} ${whom}${words}`;
  }
  if (!turn) return `${where} ${words}`;
  const others = family ? 'with its subagents' : 'its subagents continue';
  return `${where} this turn ${words.replace(/\.$/, '')} until the next prompt (${others}).`;
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
