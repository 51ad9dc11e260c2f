/**
 * OpenCode: a coding agent for many providers.
 */
import type { Client } from '../client.ts';
import { OPENCODE_ANSWERS, OPENCODE_SILENCE } from './answer.ts';
import { opencodeEngine } from './engine.ts';
import { OPENCODE_HEADERS } from './headers.ts';
import { OPENCODE_READERS } from './payload.ts';

/** Its row. It has no hooks of its own: they are what our plugin sends. */
export const OPENCODE = {
  id: 'opencode',
  title: 'OpenCode',
  program: 'opencode',
  npmPackage: 'opencode-ai',
  triedVersion: '1.18.33',
  folder: { variable: 'XDG_CONFIG_HOME', inHome: '.config', below: 'opencode' },
  headers: OPENCODE_HEADERS,
  compactsOnDemand: true,
  baseUrl: {
    line: (base) => `"baseURL": "${base}/anthropic/v1"`,
    where: 'opencode.json, in provider.anthropic.options',
    // Here, other than all clients, the version is part of the address.
    variables: (base) => ({ ANTHROPIC_BASE_URL: `${base}/anthropic/v1` }),
  },
  hooks: {
    nameField: 'event',
    readers: OPENCODE_READERS,
    answers: OPENCODE_ANSWERS,
    silence: OPENCODE_SILENCE,
    refusal: (reason) => ({ action: 'deny', reason, endsSession: false }),
  },
  engine: opencodeEngine,
  settings: async () => (await import('./settings.ts')).OPENCODE_SETTINGS,
  login: async () => (await import('./login.ts')).examineOpencode,
  transcripts: async () => (await import('./transcript-forms.ts')).OPENCODE_TRANSCRIPTS,
  identity: async () => (await import('./identity.ts')).OPENCODE_IDENTITY,
} as const satisfies Client;
