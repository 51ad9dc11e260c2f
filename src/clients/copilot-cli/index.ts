/**
 * GitHub Copilot CLI, with a provider of the user's own.
 */
import type { Client } from '../client.ts';

/** Its row, as its requests were seen. They name no session. */
export const COPILOT_CLI = {
  id: 'copilot-cli',
  aliases: ['copilot'],
  title: 'GitHub Copilot CLI',
  program: 'copilot',
  npmPackage: '@github/copilot',
  triedVersion: '1.0.102',
  folder: { variable: null, inHome: '.copilot' },
  headers: { userAgent: null, marks: ['x-interaction-type', 'x-initiator'] },
  baseUrl: {
    line: (base) => `export COPILOT_PROVIDER_BASE_URL=${base}/openai/v1`,
    variables: (base) => ({ COPILOT_PROVIDER_BASE_URL: `${base}/openai/v1` }),
  },
  transcripts: async () => (await import('./transcript-forms.ts')).COPILOT_CLI_TRANSCRIPTS,
} as const satisfies Client;
