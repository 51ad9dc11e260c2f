/**
 * A hook's own part of a plain call: under the lock of the project's folder read the files, ask, write, answer.
 *
 * It loads none of the rules: a client waits for its hook before every tool call, and loading them is most of that time.
 */
import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { parseJson } from '../../base/json-text.ts';
import { countOrNull, fieldsOf } from '../../base/json-values.ts';
import type { LoopAnswer, LoopEvent } from '../../clients/hook-event.ts';
import { withLock } from '../files/file-lock.ts';
import { isNew, readLoopTexts, writeLoopTexts } from '../files/loop-texts.ts';
import { findStateFolder, LOCK_FILE, type StateFolder } from '../files/state-folder.ts';
import { cannotDecide } from '../holds/cannot-decide.ts';
import { contextUsage, isSupervised, isUnattended, placesOf } from '../look-around.ts';
import { appendLine, readLiveLines, type LiveLines } from '../replays/live-lines.ts';
import { frozenFile, isPlainSession, liveFile } from '../replays/name.ts';
import type { CallEvent, PlainOutcome, PlainQuestion } from './plain-question.ts';

/** Whom is asked; null: it is no plain call. */
export type AskPlainly = (question: PlainQuestion) => Promise<PlainOutcome | null>;

/** What a hook reports, and where it runs. */
export interface PlainRequest {
  readonly event: LoopEvent;
  readonly env: NodeJS.ProcessEnv;
  /** The clock of the machine. */
  readonly nowMs: number;
}

/** The answer to a plain call; null when it is none, and nothing was recorded or written. */
export async function askPlainly(
  { event, env, nowMs }: PlainRequest,
  ask: AskPlainly,
): Promise<LoopAnswer | null> {
  if (event.kind !== 'tool-before' && event.kind !== 'tool-after') return null;
  if (!isAbsolute(event.cwd) || !isPlainSession(event.session)) return null;
  try {
    const place = findStateFolder(event.cwd, env);
    if (isNew(place.folder)) return null;
    const around = {
      usage: await contextUsage(event),
      unattended: isUnattended(env),
      places: placesOf(place, env),
    };
    const known = { event: { ...event, atMs: nowMs }, around, isSupervised: isSupervised(env) };
    return await withLock(join(place.folder, LOCK_FILE), () => answered(place, known, ask));
  } catch (error) {
    return cannotDecide(event, error);
  }
}

async function answered(
  place: StateFolder,
  known: Pick<PlainQuestion, 'event' | 'around' | 'isSupervised'>,
  ask: AskPlainly,
): Promise<LoopAnswer | null> {
  const file = liveFile(place.folder, known.event.session);
  const lines = goingOn(place, file, known.event);
  if (lines === null) return null;
  const { head, last } = lines;
  const texts = readLoopTexts(place.folder);
  const outcome = await ask({ ...known, texts, replay: { head, last } });
  if (outcome === null) return null;
  if (outcome.written !== null) {
    writeLoopTexts(place.folder, outcome.written);
    if (outcome.written.step !== null) appendLine(file, lines, outcome.written.step);
  }
  return outcome.answer;
}

/** Where the replay of the session has got to; null when more has to be done for it than to append a line. */
function goingOn({ folder }: StateFolder, file: string, { session }: CallEvent): LiveLines | null {
  const lines = readLiveLines(file);
  if (lines === null || lines === 'broken' || lines.last === null || lines.isTorn) return null;
  const part = countOrNull(fieldsOf(parseJson(lines.head))['part']);
  return part === null || existsSync(frozenFile(folder, session, part)) ? null : lines;
}
