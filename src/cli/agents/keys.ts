/**
 * `tripwire keys`: the keys of agents, made, listed, rotated and revoked.
 */
import { parseArgs } from 'node:util';
import { GRANT_LABELS } from '../../base/key-grant.ts';
import { present } from '../../base/present.ts';
import type { Answer } from '../../control/api/client.ts';
import { TripwireError } from '../../core/index.ts';
import type { Command } from '../command.ts';
import { agreed } from '../init/consent.ts';
import { withAdmin, type AdminServer } from '../server/admin-call.ts';
import { oneAgent } from '../terminal/agent-argument.ts';
import { isPersonsAct } from '../terminal/person-here.ts';
import { personName } from '../terminal/person-name.ts';
import { say, sayJson } from '../terminal/say.ts';

const HELP = `tripwire keys [make AGENT | rotate ID | revoke ID | off] [--label TEXT] [--expires 30d] [--model NAME]... [--grace 1h] [--json]

Lists the keys of agents: id, agent, label, age, last use. Once an agent has a key, every request of every agent needs one.
  make AGENT     makes a key and shows it, only this once. --label TEXT; --expires N (m, h or d); --model NAME, once or more: the
                 only models it may ask, with * for any text; --user, --project, --branch NAME: whose budgets its calls
                 count in
  rotate ID      replaces a key with a new one; with --grace N the old one keeps working that long
  revoke ID      revokes a key at once
  off            once no key is left: requests pass without one again
  --json         one JSON object
off needs a terminal and a yes, or a token with a name in TRIPWIRE_ADMIN_TOKEN (page Settings, Tokens).
Exit codes: 0 done; 1 no Tripwire is running, there is no such key, or nobody could be asked; 2 wrong options.`;

/** The command. */
export const command: Command = { help: HELP, run: keys };

const UNIT_S: Readonly<Record<string, number>> = { m: 60, h: 3_600, d: 86_400 };

interface Options {
  readonly label?: string | undefined;
  readonly expires?: string | undefined;
  readonly grace?: string | undefined;
  readonly model?: readonly string[] | undefined;
  readonly user?: string | undefined;
  readonly project?: string | undefined;
  readonly branch?: string | undefined;
}

async function keys(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      label: { type: 'string' },
      expires: { type: 'string' },
      grace: { type: 'string' },
      model: { type: 'string', multiple: true },
      user: { type: 'string' },
      project: { type: 'string' },
      branch: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [act = 'list', ...rest] = positionals;
  // Without keys every name is free.
  const ask = () => agreed('Let requests pass without a key?');
  if (act === 'off' && !(await isPersonsAct({ ask }))) return 1;
  return withAdmin(values.json, async (server) => {
    const { body, lines } = await done(server, act, rest, values);
    if (values.json) sayJson(body);
    else for (const line of lines) say(line);
    return 0;
  });
}

interface Done {
  readonly body: object;
  readonly lines: readonly string[];
}

async function done(
  server: AdminServer,
  act: string,
  rest: readonly string[],
  { label, expires, grace, model: models, user, project, branch }: Options,
): Promise<Done> {
  switch (act) {
    case 'list': {
      const body = await server.call('GET /api/keys');
      return { body, lines: listLines(body) };
    }
    case 'make': {
      const agent = oneAgent('keys make', rest);
      await server.call('POST /api/agents', { body: { name: agent, by: personName() } });
      const lasts = secondsOf('--expires', expires);
      const body = await server.call('POST /api/agents/:id/keys', {
        params: { id: agent },
        body: {
          ...(label === undefined ? {} : { label }),
          ...(lasts === undefined ? {} : { expires_in_s: lasts }),
          ...present({ models, user, project, branch }),
        },
      });
      return { body, lines: madeLines(body) };
    }
    case 'rotate': {
      const body = await server.call('POST /api/keys/:id/rotate', {
        params: { id: oneId(act, rest) },
        body: { grace_s: secondsOf('--grace', grace) ?? 0 },
      });
      return { body, lines: madeLines(body) };
    }
    case 'revoke': {
      const id = oneId(act, rest);
      const body = await server.call('DELETE /api/keys/:id', { params: { id } });
      const needed = body.required ? ['Requests of agents still need a key.'] : [];
      return { body, lines: [`The key ${id} is revoked.`, ...needed] };
    }
    case 'off': {
      const body = await server.call('DELETE /api/keys');
      const how = body.required
        ? 'still need a key: Tripwire holds one of a provider'
        : 'need none';
      return { body, lines: [`Requests of agents ${how}.`] };
    }
    default:
      throw new TripwireError('USAGE', `keys knows make, rotate, revoke and off, not ${act}`);
  }
}

function listLines({ keys: all, required }: Answer<'GET /api/keys'>): readonly string[] {
  const lines = all.map((one) =>
    [
      one.id,
      one.agent,
      ...(one.label === '' ? [] : [JSON.stringify(one.label)]),
      `made ${day(one.created_at)}`,
      one.last_used_at === null ? 'never used' : `last used ${day(one.last_used_at)}`,
      ...(one.expires_at === null
        ? []
        : [`${one.is_expired ? 'EXPIRED' : 'expires'} ${day(one.expires_at)}`]),
      ...(one.models === null ? [] : [`only ${one.models.join(', ')}`]),
      ...GRANT_LABELS.flatMap((name) => (one[name] === null ? [] : [`${name} ${one[name]}`])),
    ].join('  '),
  );
  const none = all.length === 0 ? ['No agent has a key.'] : [];
  return [...lines, ...none, `Requests of agents ${required ? 'need a key' : 'need none'}.`];
}

function madeLines({ id, agent, key }: Answer<'POST /api/agents/:id/keys'>): readonly string[] {
  return [
    key,
    `The key ${id} of ${agent}, shown this once. It goes where the client has its API key, or into the header x-tripwire-key.`,
  ];
}

function oneId(act: string, rest: readonly string[]): string {
  const [id, ...more] = rest;
  if (id !== undefined && more.length === 0) return id;
  throw new TripwireError('USAGE', `keys ${act} takes the id of one key: tripwire keys lists them`);
}

function secondsOf(option: string, written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  const [, digits = '', unit = ''] = /^(\d{1,5})([mhd])$/.exec(written) ?? [];
  const seconds = Number(digits) * (UNIT_S[unit] ?? 0);
  if (seconds > 0) return seconds;
  throw new TripwireError(
    'USAGE',
    `${option} takes minutes, hours or days, such as 90m, 12h or 30d`,
  );
}

function day(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 16).replace('T', ' ');
}
