/**
 * pi: a small coding agent for many providers.
 */
import type { Client } from '../client.ts';

/** Its row. Its requests are those of an SDK, so nothing tells them from those of any program. */
export const PI = {
  id: 'pi',
  title: 'pi',
  program: 'pi',
  npmPackage: '@mariozechner/pi-coding-agent',
  triedVersion: '0.73.1',
  folder: { variable: null, inHome: '.pi/agent' },
  baseUrl: {
    line: (base) => `"baseUrl": "${base}/openai/v1"`,
    where: '~/.pi/agent/models.json, for each provider',
  },
  transcripts: async () => (await import('./transcript-forms.ts')).PI_TRANSCRIPTS,
} as const satisfies Client;
