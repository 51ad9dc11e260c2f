/**
 * Continue's coding agent for terminals.
 */
import type { Client } from '../client.ts';

/** Its row. Its requests are those of an SDK, so nothing tells them from those of any program. */
export const CONTINUE_CLI = {
  id: 'continue-cli',
  aliases: ['continue'],
  title: 'Continue',
  program: 'cn',
  npmPackage: '@continuedev/cli',
  triedVersion: '1.5.47',
  folder: { variable: null, inHome: '.continue' },
  baseUrl: {
    line: (base) => `apiBase: ${base}/openai/v1`,
    where: '~/.continue/config.yaml, for each model',
  },
  transcripts: async () => (await import('./transcript-forms.ts')).CONTINUE_CLI_TRANSCRIPTS,
} as const satisfies Client;
