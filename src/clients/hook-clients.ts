/**
 * The tables of all clients in one place.
 */
import { CLAUDE_CODE_ANSWERS } from './claude-code/answer.ts';
import { CLAUDE_CODE_READERS } from './claude-code/payload.ts';
import { CODEX_ANSWERS } from './codex/answer.ts';
import { CODEX_READERS } from './codex/payload.ts';
import { GEMINI_CLI_ANSWERS } from './gemini-cli/answer.ts';
import { GEMINI_CLI_READERS } from './gemini-cli/payload.ts';
import type { ClientHooks, HookClient } from './hook-client.ts';
import { OPENCODE_ANSWERS, OPENCODE_SILENCE } from './opencode/answer.ts';
import { OPENCODE_READERS } from './opencode/payload.ts';

const NAME_FIELD = 'hook_event_name';

const block = (reason: string) => ({ decision: 'block', reason });

/** What is known of each client. */
export const CLIENTS: Readonly<Record<HookClient, ClientHooks>> = {
  'claude-code': {
    nameField: NAME_FIELD,
    readers: CLAUDE_CODE_READERS,
    answers: CLAUDE_CODE_ANSWERS,
    silence: null,
    refusal: block,
  },
  codex: {
    nameField: NAME_FIELD,
    readers: CODEX_READERS,
    answers: CODEX_ANSWERS,
    silence: null,
    refusal: block,
  },
  'gemini-cli': {
    nameField: NAME_FIELD,
    readers: GEMINI_CLI_READERS,
    answers: GEMINI_CLI_ANSWERS,
    silence: null,
    refusal: (reason) => ({ decision: 'deny', reason }),
  },
  opencode: {
    nameField: 'event',
    readers: OPENCODE_READERS,
    answers: OPENCODE_ANSWERS,
    silence: OPENCODE_SILENCE,
    refusal: (reason) => ({ action: 'deny', reason, endsSession: false }),
  },
};
