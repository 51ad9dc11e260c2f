/**
 * Kimi Code: Moonshot's coding agent.
 */
import { fieldsOf, textOrNull } from '../../base/json-values.ts';
import type { Client } from '../client.ts';

/** Its row, as its requests were seen. The key under which a provider caches a conversation is its session. */
export const KIMI_CODE = {
  id: 'kimi-code',
  aliases: ['kimi'],
  title: 'Kimi Code',
  program: 'kimi',
  npmPackage: '@moonshot-ai/kimi-code',
  triedVersion: '2.1.0',
  folder: { variable: 'KIMI_CODE_HOME', inHome: '.kimi-code' },
  headers: {
    userAgent: /^kimi-code-cli\//,
    marks: [],
    sessionInBody: (body) => textOrNull(fieldsOf(body)['prompt_cache_key']),
  },
  baseUrl: {
    line: (base) => `export KIMI_MODEL_BASE_URL=${base}/openai/v1`,
    variables: (base) => ({ KIMI_MODEL_BASE_URL: `${base}/openai/v1` }),
  },
  transcripts: async () => (await import('./transcript-forms.ts')).KIMI_CODE_TRANSCRIPTS,
} as const satisfies Client;
