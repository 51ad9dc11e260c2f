/**
 * `tripwire panic-link`: links that stop all agents, for a phone or for somebody without a terminal.
 */
import { parseArgs } from 'node:util';
import { TripwireError } from '../../core/index.ts';
import type { Command } from '../command.ts';
import { agreed } from '../init/consent.ts';
import { withAdmin, type AdminServer } from '../server/admin-call.ts';
import { isPersonsAct } from '../terminal/person-here.ts';
import { say, sayJson } from '../terminal/say.ts';
import { momentText } from '../terminal/time-text.ts';

const HELP = `tripwire panic-link [make | list | revoke ID] [--label TEXT] [--days N] [--json]

Makes a link that stops all agents: it opens a page with one button. Anyone with the link can
use it, without a token. It can stop agents and do nothing else.
  make          makes a link and shows it, only this once (the default)
  list          the links, without their secrets
  revoke ID     revokes a link at once
  --label TEXT  who has it, for the record (default: link)
  --days N      how long it works (default 365)
  --json        one JSON object
The link leads to the address of the dashboard. To reach it from a phone, see docs/stops.md.
Revoking one needs a terminal and a yes, or a token with a name in TRIPWIRE_ADMIN_TOKEN.
Exit codes: 0 done; 1 no Tripwire is running, there is no such link, or nobody could be asked; 2 wrong options.`;

/** The command. */
export const command: Command = { help: HELP, run: panicLink };

const DAY_S = 86_400;

interface Options {
  readonly label?: string | undefined;
  readonly days?: string | undefined;
}

async function panicLink(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      label: { type: 'string' },
      days: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [act = 'make', id, ...more] = positionals;
  if (more.length > 0 || (id !== undefined) !== (act === 'revoke')) {
    throw new TripwireError(
      'USAGE',
      'panic-link takes make, list, or revoke with the id of a link',
    );
  }
  // Somebody counts on it; a new one can only stop.
  const ask = () => agreed('Revoke this link? It will no longer stop the agents.');
  if (act === 'revoke' && !(await isPersonsAct({ ask }))) return 1;
  return withAdmin(values.json, async (server) => {
    const { body, lines } = await done(server, act, id ?? '', values);
    if (values.json) sayJson(body);
    else for (const line of lines) say(line);
    return 0;
  });
}

async function done(
  server: AdminServer,
  act: string,
  id: string,
  { label, days }: Options,
): Promise<{ readonly body: object; readonly lines: readonly string[] }> {
  switch (act) {
    case 'make': {
      const body = await server.call('POST /api/panic-links', {
        body: {
          ...(label === undefined ? {} : { label }),
          ...(days === undefined ? {} : { expires_in_s: daysOf(days) * DAY_S }),
        },
      });
      const until = momentText(body.expires_at);
      const told = `Shown only once. It works until ${until}. To revoke it: tripwire panic-link revoke ${body.id}`;
      return { body, lines: [body.url, told] };
    }
    case 'list': {
      const body = await server.call('GET /api/panic-links');
      const lines = body.map((link) => {
        const { last_used_at: used, expires_at: until } = link;
        const use = used === null ? 'never used' : `last used ${momentText(used)}`;
        return [link.id, link.label, use, `until ${momentText(until)}`].join('  ');
      });
      return { body, lines: lines.length === 0 ? ['There is no panic link.'] : lines };
    }
    case 'revoke': {
      const body = await server.call('DELETE /api/panic-links/:id', { params: { id } });
      return { body, lines: [`The link ${id} is revoked.`] };
    }
    default:
      throw new TripwireError('USAGE', `panic-link knows make, list and revoke, not ${act}`);
  }
}

function daysOf(written: string): number {
  if (/^[1-9]\d{0,3}$/.test(written) && Number(written) <= 3_650) return Number(written);
  throw new TripwireError('USAGE', `--days takes a whole number from 1 to 3650, not ${written}`);
}
