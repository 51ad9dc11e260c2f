/**
 * An advisor for an agent that has hooks and no supervisor.
 *
 * A hook has seconds and an advisor takes minutes. So a process of its own asks the commands one after the other, and leaves
 * the answer in a file; the next event of the paused thread finds it there.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../base/json-text.ts';
import { fieldsOf, textOrNull } from '../../base/json-values.ts';
import { readTailSafely, readTextSafely } from '../../base/node/safe-file.ts';
import { writeWhole } from '../../base/node/whole-file.ts';
import { redactSecrets } from '../../base/secrets/redact-secrets.ts';
import type { LoopEvent } from '../../clients/hook-event.ts';
import type { SessionState, StuckPause } from '../files/loop-state.ts';
import type { Advice } from '../rules/situation.ts';
import { advisorPrompt } from './advisor-prompt.ts';
import type { AdviceQuestion } from './hook-advice.ts';

const FOLDER = 'advice';
/** The files of a question. */
export const ADVICE_FILES = { request: 'request.json', answer: 'answer.json' } as const;
const TRANSCRIPT_BYTES = 524_288;
const TRANSCRIPT_LINES = 500;
const LINE_LENGTH_MAX = 2_000;
const ID_LENGTH = 16;
/** Starting a process and writing a file take this long at most. */
const SLACK_MS = 30_000;

/** What the process that asks is given. */
export interface AdviceRequest {
  readonly commands: readonly (readonly string[])[];
  readonly timeoutMs: number;
  readonly usdMax: number;
  readonly prompt: string;
  readonly cwd: string;
}

/** Begins to ask about a pause. */
export function askAdvisor(
  stateFolder: string,
  event: LoopEvent,
  { session, pause, advisor }: AdviceQuestion,
): void {
  const folder = folderOf(stateFolder, session.id, pause);
  const { level, signature, count } = pause;
  const deadlock = `${level}: ${signature} came ${count} times`;
  const request: AdviceRequest = {
    commands: advisor.commands,
    timeoutMs: advisor.timeoutSeconds * 1_000,
    usdMax: advisor.maxUsd,
    prompt: advisorPrompt(deadlock, transcriptOf(event, session)),
    cwd: event.cwd,
  };
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeWhole(join(folder, ADVICE_FILES.request), JSON.stringify(request), { mode: 0o600 });
  // An advisor may have hooks too. What it does is no call of the worker.
  const env = { ...process.env, TRIPWIRE_DIR: join(folder, 'geometry') };
  const asker = spawn(process.execPath, [process.argv[1] ?? '', 'hook', '--advise', folder], {
    cwd: event.cwd,
    env,
    stdio: 'ignore',
    detached: true,
  });
  // Not being able to start one is seen by its answer, which does not come.
  asker.on('error', () => undefined);
  asker.unref();
}

/** What an advisor said about a pause; without a text while it is asked, null when none is or none knew. */
export function adviceAbout(
  stateFolder: string,
  session: string,
  pause: StuckPause,
  atMs: number,
): Advice | null {
  const folder = folderOf(stateFolder, session, pause);
  const asked = statSync(join(folder, ADVICE_FILES.request), { throwIfNoEntry: false });
  if (asked === undefined) return null;
  const answer = readTextSafely(join(folder, ADVICE_FILES.answer));
  if (answer !== null) {
    const { by, text } = fieldsOf(parseJson(answer));
    const said = textOrNull(text);
    return said === null ? null : { by: textOrNull(by) ?? 'an advisor', text: said };
  }
  const request = fieldsOf(
    parseJson(readTextSafely(join(folder, ADVICE_FILES.request)) ?? ''),
  ) as Partial<AdviceRequest>;
  const lastsMs = (request.timeoutMs ?? 0) * (request.commands?.length ?? 0) + SLACK_MS;
  return atMs - asked.mtimeMs < lastsMs ? { by: 'an advisor', text: null } : null;
}

function folderOf(stateFolder: string, session: string, { agent, sinceMs }: StuckPause): string {
  const id = createHash('sha256')
    .update(JSON.stringify([session, agent, sinceMs]))
    .digest('hex');
  return join(stateFolder, FOLDER, id.slice(0, ID_LENGTH));
}

/** The last lines of the client's transcript, and what the hooks saw. */
function transcriptOf({ transcript }: LoopEvent, { steps }: SessionState): string {
  const tail = transcript === null ? null : tailOf(transcript);
  const lines = (tail ?? '').split('\n').map((line) => line.slice(0, LINE_LENGTH_MAX));
  const seen = steps.map(
    ({ what, error }) => `[hook] ${what}${error === null ? '' : ` → ${error}`}`,
  );
  return redactSecrets([...lines, ...seen].slice(-TRANSCRIPT_LINES).join('\n'));
}

/** Advice without the client's own words is better than none. */
function tailOf(file: string): string | null {
  try {
    return readTailSafely(file, TRANSCRIPT_BYTES)?.toString('utf8') ?? null;
  } catch {
    return null;
  }
}
