/**
 * Qwen Code: a coding agent that grew out of Gemini CLI.
 */
import type { Client } from '../client.ts';

/** Its row, as its requests were seen. They name no session. */
export const QWEN_CODE = {
  id: 'qwen-code',
  aliases: ['qwen'],
  title: 'Qwen Code',
  program: 'qwen',
  npmPackage: '@qwen-code/qwen-code',
  triedVersion: '0.24.4',
  folder: { variable: null, inHome: '.qwen' },
  headers: { userAgent: /^QwenCode\//, marks: [] },
  baseUrl: { line: (base) => `export OPENAI_BASE_URL=${base}/openai/v1` },
  transcripts: async () => (await import('./transcript-forms.ts')).QWEN_CODE_TRANSCRIPTS,
} as const satisfies Client;
