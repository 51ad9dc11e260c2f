/**
 * Kilo: a coding agent that grew out of OpenCode.
 */
import type { Client } from '../client.ts';

/** Its row, as its requests were seen. It names its sessions as OpenCode does, so it is looked for first. */
export const KILO = {
  id: 'kilo',
  aliases: ['kilocode'],
  title: 'Kilo',
  program: 'kilo',
  npmPackage: '@kilocode/cli',
  triedVersion: '7.7.7',
  folder: { variable: 'XDG_CONFIG_HOME', inHome: '.config', below: 'kilo' },
  headers: {
    userAgent: /^Kilo-Code\//,
    marks: [],
    session: ['x-session-id', 'x-session-affinity'],
    besideSession: /^(?:title-|branch-name:)(?=ses_)/,
    parentSession: 'x-parent-session-id',
  },
  baseUrl: {
    line: (base) => `"baseURL": "${base}/openai/v1"`,
    where: '~/.config/kilo/kilo.json, in the options of each provider',
  },
  transcripts: async () => (await import('./transcript-forms.ts')).KILO_TRANSCRIPTS,
} as const satisfies Client;
