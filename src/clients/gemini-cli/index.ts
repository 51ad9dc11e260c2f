/**
 * Gemini CLI: Google's coding agent.
 */
import type { Client } from '../client.ts';
import { GEMINI_CLI_ANSWERS } from './answer.ts';
import { geminiCliEngine } from './engine.ts';
import { GEMINI_CLI_READERS } from './payload.ts';

/** Its row. Its requests name no session, and its transcripts tell nothing of its context; its hooks do. */
export const GEMINI_CLI = {
  id: 'gemini-cli',
  aliases: ['gemini'],
  title: 'Gemini CLI',
  program: 'gemini',
  npmPackage: '@google/gemini-cli',
  triedVersion: '0.61.0',
  folder: { variable: null, inHome: '.gemini' },
  headers: { userAgent: /^GeminiCLI/, marks: [] },
  baseUrl: { line: (base) => `export GOOGLE_GEMINI_BASE_URL=${base}/gemini` },
  hooks: {
    nameField: 'hook_event_name',
    readers: GEMINI_CLI_READERS,
    answers: GEMINI_CLI_ANSWERS,
    silence: null,
    refusal: (reason) => ({ decision: 'deny', reason }),
  },
  engine: geminiCliEngine,
  answerLines: async () => (await import('./answer-lines.ts')).GEMINI_CLI_ANSWER_LINES,
  settings: async () => (await import('./settings.ts')).GEMINI_CLI_SETTINGS,
  login: async () => (await import('./login.ts')).examineGemini,
  transcripts: async () => (await import('./transcript-forms.ts')).GEMINI_CLI_TRANSCRIPTS,
  identity: async () => (await import('./identity.ts')).GEMINI_CLI_IDENTITY,
} as const satisfies Client;
