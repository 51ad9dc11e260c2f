/**
 * The attack surface as `doctor` shows it.
 */
import { span, wrap, type Line } from '../../terminal/styled-line.ts';
import { spanText } from '../../terminal/time-text.ts';
import type { Exposure } from './exposures.ts';
import type { SurfaceFacts } from './facts.ts';
import type { HookPlace } from './hook-places.ts';

const LABEL_COLUMNS = 10;
const TEXT_COLUMNS = 96;
const LINES_MAX = 12;
const KEYS_SHOWN = 10;

/** The facts; `nowMs` is for "used 3 min ago". */
export function surfaceLines(facts: SurfaceFacts, nowMs: number): readonly Line[] {
  const { users } = facts;
  const servers = users.server === null ? 'no server runs' : `the server runs as ${users.server}`;
  const folder =
    users.data_owner === null
      ? 'there is no data folder yet'
      : `the data folder belongs to ${users.data_owner}`;
  return [
    [span('Attack surface', 'bold')],
    ...facts.ports.map((port) =>
      row(
        'port',
        `${port.url} for ${port.plane}, from ${port.reach === 'network' ? 'the network' : port.reach}` +
          `${port.encrypted ? ', encrypted' : ''}${port.listening ? '' : ' (nothing listens now)'}`,
      ),
    ),
    row('users', `this is ${users.this_user}; ${servers}; ${folder}`),
    ...facts.files.map(({ path, owner, mode, readable, changeable }) =>
      row('file', `${path}, mode ${mode} of ${owner}: ${rights(readable, changeable)}`),
    ),
    ...keyLines(facts, nowMs),
    ...facts.hooks.flatMap((hooks) => hookLines(hooks)),
  ];
}

function rights(readable: boolean, changeable: boolean): string {
  if (changeable) return readable ? 'you can read and change it' : 'you can change it';
  return readable ? 'you can read it' : 'out of your reach';
}

function keyLines({ keys }: SurfaceFacts, nowMs: number): Line[] {
  const { held, not_held: without, of_agents: agents } = keys;
  const providers =
    held.length === 0 ? 'Tripwire holds no provider key' : `held for ${held.join(', ')}`;
  const rest = held.length === 0 || without.length === 0 ? '' : `; not for ${without.join(', ')}`;
  const lines = [row('keys', `${providers}${rest}`)];
  if (agents === null)
    return [...lines, row('', 'only a running server can say which agents have keys')];
  const shown = agents.keys.slice(0, KEYS_SHOWN);
  const more = agents.keys.length - shown.length;
  return [
    ...lines,
    row('', agents.required ? 'every request needs an agent key' : 'agents need no key'),
    ...shown.map(({ agent, id, label, last_used_at: used, is_expired: expired }) => {
      const use = used === null ? 'never used' : `used ${spanText(nowMs - used)} ago`;
      const name = label === '' ? id : `${id} (${label})`;
      return row('', `${agent}: ${name}, ${expired ? 'expired' : use}`);
    }),
    ...(more === 0 ? [] : [row('', `and ${more} more: tripwire keys`)]),
  ];
}

function hookLines({ title, kind, file, program, off }: HookPlace): Line[] {
  if (kind === 'none') return [row('hooks', `${title}: none${off === null ? '' : `; ${off}`}`)];
  const whose = kind === 'managed' ? 'managed, ' : '';
  const lines = [
    row(
      'hooks',
      `${title}: ${whose}in ${file.path}, mode ${file.mode} of ${file.owner}: ${rights(file.readable, file.changeable)}`,
    ),
  ];
  if (off !== null) lines.push(row('', `they do not run: ${off}`));
  if (program?.found === true) {
    lines.push(
      row(
        '',
        `they start ${program.path} of ${program.owner}: ${rights(program.readable, program.changeable)}`,
      ),
    );
  }
  return lines;
}

/** What follows from them for an agent of this user. */
export function exposureLines(user: string, exposures: readonly Exposure[]): Line[] {
  if (exposures.length === 0) {
    const none = `An agent that runs as ${user} can change nothing here.`;
    return [[span(none, 'green')]];
  }
  return [
    [span(`An agent that runs as ${user} right now`, 'bold')],
    ...exposures.flatMap(({ can, remedy }) => [
      ...wrapped('  ! ', can, 'yellow'),
      ...wrapped('    → ', remedy, 'dim'),
    ]),
  ];
}

function wrapped(mark: string, text: string, style: 'yellow' | 'dim'): Line[] {
  return wrap(text, TEXT_COLUMNS, LINES_MAX).map((part, at) => [
    span(at === 0 ? mark : ' '.repeat(mark.length), style),
    span(part, style === 'dim' ? 'dim' : 'plain'),
  ]);
}

function row(label: string, text: string): Line {
  return [span(`  ${label.padEnd(LABEL_COLUMNS)}`, 'dim'), span(text)];
}
