/**
 * Claude Code: Anthropic's coding agent.
 */
import type { Client } from '../client.ts';
import { CLAUDE_CODE_ANSWERS } from './answer.ts';
import { claudeCodeEngine } from './engine.ts';
import { CLAUDE_CODE_HEADERS } from './headers.ts';
import { CLAUDE_CODE_READERS } from './payload.ts';
import { CLAUDE_CODE_USAGE } from './usage.ts';

/** Its row. */
export const CLAUDE_CODE = {
  id: 'claude-code',
  title: 'Claude Code',
  program: 'claude',
  npmPackage: '@anthropic-ai/claude-code',
  triedVersion: '2.1.325',
  folder: { variable: 'CLAUDE_CONFIG_DIR', inHome: '.claude' },
  headers: CLAUDE_CODE_HEADERS,
  compactsOnDemand: true,
  baseUrl: { line: (base) => `export ANTHROPIC_BASE_URL=${base}/anthropic` },
  hooks: {
    nameField: 'hook_event_name',
    readers: CLAUDE_CODE_READERS,
    answers: CLAUDE_CODE_ANSWERS,
    silence: null,
    refusal: (reason) => ({ decision: 'block', reason }),
  },
  engine: claudeCodeEngine,
  usage: CLAUDE_CODE_USAGE,
  answerLines: async () => (await import('./answer-lines.ts')).CLAUDE_CODE_ANSWER_LINES,
  settings: async () => (await import('./settings.ts')).CLAUDE_CODE_SETTINGS,
  login: async () => (await import('./login.ts')).examineClaude,
  transcripts: async () => (await import('./transcript-forms.ts')).CLAUDE_CODE_TRANSCRIPTS,
  identity: async () => (await import('./identity.ts')).CLAUDE_CODE_IDENTITY,
} as const satisfies Client;
