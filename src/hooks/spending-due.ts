/**
 * Whether it is time to read from the transcript what answers used. Small, because every hook asks it; what reads is loaded
 * when it is.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { LoopEvent } from '../clients/hook-event.ts';
import type { HookQuestion } from './run-hook.ts';

const EVERY_MS = 5_000;
const NAME_CHARS_MAX = 80;
/** An answer is whole when these happen: nothing more of it comes. */
export const ENDS: ReadonlySet<LoopEvent['kind']> = new Set([
  'stop',
  'subagent-stop',
  'session-end',
]);
const DUE: ReadonlySet<LoopEvent['kind']> = new Set([...ENDS, 'session-start', 'prompt']);

/**
 * Where the mark is that says how far it was read; null where it is not time. Clients name sessions by ids; of anything else
 * two may share a mark, and then less is counted.
 */
export async function dueMark({ event, env }: HookQuestion): Promise<string | null> {
  const { kind, transcript, session, cwd } = event;
  const isAtWork = kind === 'tool-before' || kind === 'tool-after';
  if (transcript === null || !(isAtWork || DUE.has(kind))) return null;
  const { findStateFolder } = await import('../loop/files/state-folder.ts');
  const { folder, exists } = findStateFolder(cwd, env);
  if (!exists) return null;
  const name = session.replaceAll(/[^\w-]/gu, '_').slice(0, NAME_CHARS_MAX);
  const mark = join(folder, 'spent', `${name}.json`);
  const changed = isAtWork ? (statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? 0) : 0;
  return Date.now() - changed < EVERY_MS ? null : mark;
}
