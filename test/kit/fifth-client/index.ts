/**
 * Lantern: a coding agent that nobody has, as its folder in `src/clients` would be.
 *
 * A test puts it into a copy of the sources with one row in the table; see test/cli/fifth-client.test.ts.
 */
import type { Client } from '../../../src/clients/client.ts';
import { LANTERN_HOOKS } from './hooks.ts';

/** Its row. */
export const LANTERN = {
  id: 'lantern',
  aliases: ['lamp'],
  title: 'Lantern',
  program: 'lantern',
  npmPackage: 'lantern-code',
  triedVersion: '1.0.0',
  folder: { variable: 'LANTERN_HOME', inHome: '.lantern' },
  headers: { userAgent: /^lantern\//, marks: [], session: ['x-lantern-session'] },
  baseUrl: { line: (base) => `export LANTERN_API=${base}/anthropic` },
  hooks: LANTERN_HOOKS,
  engine: (args, { session }) => ['--quiet', ...args, ...(session === null ? [] : [session])],
  usage: {
    isCompaction: (line) => line['lantern'] === 'dimmed',
    reading: ({ lit }) =>
      typeof lit === 'number' ? { tokens: lit, model: null, windowTokens: null } : null,
  },
  settings: async () => (await import('./settings.ts')).LANTERN_SETTINGS,
  login: async () => (await import('./login.ts')).examineLantern,
  transcripts: async () => (await import('./transcript-forms.ts')).LANTERN_TRANSCRIPTS,
  identity: async () => (await import('./identity.ts')).LANTERN_IDENTITY,
} as const satisfies Client;
