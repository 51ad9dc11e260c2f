/**
 * What somebody typed to Tripwire in a chat: it stops one agent or all of them, and does nothing else. A chat resumes nobody,
 * because whoever can write there is not known by a token.
 */
import { isAgentName } from '../../base/agent-name.ts';
import { clipText } from '../../base/clip-text.ts';

/** What was meant. */
export type ChatCommand =
  | { readonly kind: 'stop-all'; readonly why: string | null }
  | { readonly kind: 'stop'; readonly agent: string; readonly why: string | null }
  | { readonly kind: 'help' };

/** Who wrote it, where, and what. */
export interface ChatMessage {
  /** As the chat names them; the signature of the chat stands for it. */
  readonly user: string;
  readonly chat: 'Slack' | 'Teams';
  readonly text: string;
  /** The same for the same message, however often it is delivered. */
  readonly id: string;
}

const WHY_BYTES_MAX = 200;
const USER_CHARS_MAX = 40;

/** Reads a command; what is not known gets help and stops nobody. */
export function readCommand(text: string): ChatCommand {
  const [word = '', ...rest] = text.trim().split(/\s+/u);
  const verb = word.toLowerCase();
  if (verb === 'stop-all') return { kind: 'stop-all', why: whyOf(rest) };
  const [agent, ...more] = rest;
  if (verb !== 'stop' || agent === undefined || !isAgentName(agent)) return { kind: 'help' };
  return { kind: 'stop', agent, why: whyOf(more) };
}

/** The person, as the journal has them: a name of the chat that looks like no token's name. */
export function personOf({ user, chat }: Pick<ChatMessage, 'user' | 'chat'>): string {
  const letters = user.replaceAll(/[^\p{L}\p{N} ._-]/gu, '');
  const name = letters.slice(0, USER_CHARS_MAX).toWellFormed();
  return `${name.trim() === '' ? 'somebody' : name.trim()} (${chat})`;
}

export const HELP =
  'Write `stop-all` to stop all agents, or `stop NAME` to stop one; a reason may follow. To resume, sign in to the dashboard ' +
  'or use a terminal.';

function whyOf(words: readonly string[]): string | null {
  return words.length === 0 ? null : clipText(words.join(' '), WHY_BYTES_MAX);
}
