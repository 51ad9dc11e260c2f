/** What follows from the facts: a managed set-up leaves an agent nothing, and each missing piece is named with its remedy. */
import { expect, test } from 'vitest';
import { exposuresOf } from './exposures.ts';
import type { SurfaceFacts } from './facts.ts';
import type { HookPlace } from './hook-places.ts';
import type { Reach } from './reach.ts';

const reach = (path: string, more: Partial<Reach> = {}): Reach => ({
  path,
  found: true,
  owner: 'root',
  mode: '644',
  readable: true,
  changeable: false,
  ...more,
});

const MANAGED: HookPlace = {
  client: 'claude-code',
  title: 'Claude Code',
  kind: 'managed',
  file: reach('/etc/claude-code/managed-settings.json'),
  program: reach('/usr/lib/node_modules/agent-tripwire/bin/tripwire'),
  off: null,
  can_be_managed: true,
};

const SOUND: SurfaceFacts = {
  ports: [
    {
      plane: 'agents',
      url: 'http://127.0.0.1:4180',
      listening: true,
      reach: 'this machine',
      encrypted: false,
    },
  ],
  users: {
    this_user: 'user 1001',
    server: 'user 1000',
    can_end_server: false,
    data_owner: 'user 1000',
  },
  files: [reach('/srv/tripwire', { readable: false })],
  keys: {
    held: ['anthropic'],
    not_held: [],
    in_environment: [],
    token_in_environment: false,
    of_agents: null,
  },
  registration: 'closed',
  hooks: [MANAGED],
};

const codes = (facts: Partial<SurfaceFacts>) =>
  exposuresOf({ ...SOUND, ...facts }).map(({ code }) => code);

test('another user, held keys and hooks of root leave nothing', () => {
  expect(exposuresOf(SOUND)).toEqual([]);
});

test.each<[string, Partial<SurfaceFacts>]>([
  ['HOOKS_REMOVABLE', { hooks: [{ ...MANAGED, file: reach('/x', { changeable: true }) }] }],
  [
    'HOOK_PROGRAM_CHANGEABLE',
    { hooks: [{ ...MANAGED, program: reach('/x', { changeable: true }) }] },
  ],
  ['HOOKS_OFF', { hooks: [{ ...MANAGED, off: 'it says disableAllHooks: true' }] }],
  ['HOOKS_MISSING', { hooks: [{ ...MANAGED, kind: 'none', program: null }] }],
  ['TOKEN_READABLE', { files: [reach('/srv/tripwire/admin-token')] }],
  ['JOURNAL_CHANGEABLE', { files: [reach('/srv/tripwire/journal.db', { changeable: true })] }],
  ['SETTINGS_CHANGEABLE', { files: [reach('/srv/tripwire/tripwire.yaml', { changeable: true })] }],
  ['SERVER_ENDABLE', { users: { ...SOUND.users, can_end_server: true } }],
  ['OTHER_OWNER', { users: { ...SOUND.users, data_owner: 'root' } }],
  ['ANY_NAME', { registration: 'open' }],
  ['PROVIDER_KEY_AT_HAND', { keys: { ...SOUND.keys, in_environment: ['OPENAI_API_KEY'] } }],
  ['TOKEN_AT_HAND', { keys: { ...SOUND.keys, token_in_environment: true } }],
  ['PROVIDER_WITHOUT_HELD_KEY', { keys: { ...SOUND.keys, not_held: ['openai'] } }],
])('%s is told by itself', (code, facts) => {
  expect(codes(facts)).toEqual([code]);
});

test('ports on the network are told by what protects them', () => {
  const open = { url: 'http://10.0.0.1:4180', listening: true, reach: 'network' } as const;
  const agents = { ...open, plane: 'agents', encrypted: false } as const;
  const people = { ...open, plane: 'people', encrypted: false } as const;
  expect(codes({ ports: [agents] })).toEqual(['PORT_ON_NETWORK']);
  expect(codes({ ports: [people] })).toEqual(['PORT_ON_NETWORK']);
  expect(codes({ ports: [{ ...people, encrypted: true }] })).toEqual([]);
  const required = { ...SOUND.keys, of_agents: { required: true, keys: [] } };
  expect(codes({ ports: [agents], keys: required })).toEqual([]);
});
