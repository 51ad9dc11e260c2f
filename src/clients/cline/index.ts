/**
 * Cline's coding agent for terminals.
 */
import type { Client } from '../client.ts';

/** Its row. Its requests are those of an SDK, so nothing tells them from those of any program. */
export const CLINE = {
  id: 'cline',
  title: 'Cline',
  program: 'cline',
  npmPackage: 'cline',
  triedVersion: '3.0.65',
  folder: { variable: null, inHome: '.cline' },
  baseUrl: {
    line: (base) => `"baseUrl": "${base}/openai/v1"`,
    where: '~/.cline/data/settings/providers.json, in the settings of each provider',
  },
  transcripts: async () => (await import('./transcript-forms.ts')).CLINE_TRANSCRIPTS,
} as const satisfies Client;
