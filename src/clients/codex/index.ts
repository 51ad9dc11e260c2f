/**
 * Codex: OpenAI's coding agent.
 */
import type { Client } from '../client.ts';
import { CODEX_ANSWERS } from './answer.ts';
import { codexEngine } from './engine.ts';
import { CODEX_HEADERS } from './headers.ts';
import { CODEX_READERS } from './payload.ts';
import { CODEX_USAGE } from './usage.ts';

/** Its row. It reads no base URL from the environment. */
export const CODEX = {
  id: 'codex',
  title: 'Codex',
  program: 'codex',
  npmPackage: '@openai/codex',
  triedVersion: '0.166.0',
  folder: { variable: 'CODEX_HOME', inHome: '.codex' },
  headers: CODEX_HEADERS,
  baseUrl: {
    line: (base) => `codex -c openai_base_url='"${base}/openai/v1"'`,
    words: (base) => ['-c', `openai_base_url="${base}/openai/v1"`],
  },
  hooks: {
    nameField: 'hook_event_name',
    readers: CODEX_READERS,
    answers: CODEX_ANSWERS,
    silence: null,
    endsNothing: true,
    refusal: (reason) => ({ decision: 'block', reason }),
  },
  engine: codexEngine,
  usage: CODEX_USAGE,
  answerLines: async () => (await import('./answer-lines.ts')).CODEX_ANSWER_LINES,
  settings: async () => (await import('./settings.ts')).CODEX_SETTINGS,
  login: async () => (await import('./login.ts')).examineCodex,
  transcripts: async () => (await import('./transcript-forms.ts')).CODEX_TRANSCRIPTS,
  identity: async () => (await import('./identity.ts')).CODEX_IDENTITY,
} as const satisfies Client;
