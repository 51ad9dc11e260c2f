/** The events of healthy work: every call another one, each followed by its result, and a new project now and then. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { recordedPayload } from '../../test/hooks/recorded-payloads.ts';

/** Fewer than the default constitution lets one agent make in a minute. */
const CALLS_IN_A_PROJECT = 40;

/** Where calls happen. */
export interface Workplace {
  /** A folder for projects of its own. */
  readonly folder: string;
}

/** What a client reports before a call and after it. */
export function callEvents({ folder }: Workplace, round: number) {
  const number = Math.floor(round / CALLS_IN_A_PROJECT);
  const cwd = join(folder, `project${number}`);
  mkdirSync(cwd, { recursive: true });
  const event = (eventName: string) =>
    JSON.stringify({
      ...recordedPayload('claude-code', eventName),
      cwd,
      session_id: `session-${number}`,
      tool_use_id: `call-${round}`,
      tool_name: 'Bash',
      tool_input: { command: `cat file-${round}.txt` },
    });
  return { before: event('PreToolUse'), after: event('PostToolUse') };
}
