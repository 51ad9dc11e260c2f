/**
 * `tripwire stop-all`: stops every agent at once, also those that are not there yet.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { EVERYBODY } from '../../base/everybody.ts';
import { dataFolder } from '../../base/node/data-folder.ts';
import type { Command } from '../command.ts';
import { withAdmin, type AdminServer } from '../server/admin-call.ts';
import { stopperName } from '../terminal/person-name.ts';
import { printLines } from '../terminal/print-lines.ts';
import { sayJson } from '../terminal/say.ts';
import { courseLines } from './stop-course-text.ts';
import { stopLines } from './stop-text.ts';
import { hasEnded, stopsWhenEnded, waitSecondsOf } from './wait-for-end.ts';

const HELP = `tripwire stop-all [--why TEXT] [--wait S] [--json]

Stops every agent at once, including those that call for the first time later.
  --why TEXT    the reason, for the record and for the clients
  --wait S      wait up to S seconds until each of them is seen to end, and say how far each has come
  --json        one JSON object: recorded (true or false), calls_ended
Exit codes: 0 stopped, even if not yet recorded, with --wait all seen to end; 1 no Tripwire is running,
or with --wait nobody saw one of them end; 2 wrong options.`;

/** The command. */
export const command: Command = { help: HELP, run: stopAll };

function stopAll(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      why: { type: 'string' },
      wait: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const waitSeconds = waitSecondsOf(values.wait);
  const run = async (server: AdminServer) => {
    const { why } = values;
    const body = { by: stopperName(), ...(why === undefined ? {} : { why }) };
    const acted = await server.call('POST /api/stop-all', { body });
    const held = { hold: 'stop_all', agent: EVERYBODY, session: null } as const;
    const stops = waitSeconds === null ? null : await stopsWhenEnded(server, {}, waitSeconds);
    if (values.json) sayJson(stops === null ? acted : { ...acted, stops });
    else {
      const courses = (stops ?? []).flatMap(courseLines);
      printLines([...stopLines(acted, 'All agents are stopped.', held), ...courses]);
    }
    return stops === null || hasEnded(stops, {}) ? 0 : 1;
  };
  return withAdmin(values.json, run, undefined, whenDown());
}

/** A person who runs this in a hurry must not be left with an error alone. */
function whenDown(): string {
  const file = join(dataFolder(process.env), 'STOP');
  return (
    'While none runs, nothing that goes through it passes. To keep every agent stopped when it starts again: ' +
    `touch ${file}`
  );
}
