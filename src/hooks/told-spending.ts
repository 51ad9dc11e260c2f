/**
 * Tells the server what the answers of a session used and how full its subscription is, from its transcript, for sessions
 * whose model calls the server does not see. Only what is new since the last time is read, and at most every few seconds while tools run.
 *
 * A mark in the state folder says how far each file was read. Where there is none yet, what was written before counts for
 * nothing: it was spent before anybody watched. Nothing that fails here keeps the hook from deciding.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseJson } from '../base/json-text.ts';
import { countOrNull, fieldsOf, objectOrNull, textOrNull } from '../base/json-values.ts';
import { readPartSafely, readTextSafely } from '../base/node/safe-file.ts';
import { writeWhole } from '../base/node/whole-file.ts';
import type { AnswerLines, AnswerUsed } from '../clients/answer-lines.ts';
import { clientWithId } from '../clients/table.ts';
import { answersIn, type Found, type ReadOn } from './answers-in.ts';
import type { ToldAnswer, ToldWindow } from './journal-wire.ts';
import type { HookQuestion } from './run-hook.ts';
import { ENDS } from './spending-due.ts';

/** Brings what was used to the server. */
export interface TellSpending {
  readonly answers: (session: string, answers: readonly ToldAnswer[]) => Promise<void>;
  readonly plan: (session: string, windows: readonly ToldWindow[]) => Promise<void>;
}

const MONTH_MS = 2_592_000_000;
const PART_BYTES_MAX = 4 * 1_024 * 1_024;
const FILES_MAX = 64;
const ANSWERS_MAX = 200;

/** Reads on and tells; whether it did. It never throws: what could not be told is told the next time, or not at all. */
export async function toldSpending(
  { client, event: { kind, session, transcript } }: HookQuestion,
  mark: string,
  tell: TellSpending,
): Promise<boolean> {
  try {
    const lines = await clientWithId(client)?.answerLines?.();
    if (lines === undefined || transcript === null) return false;
    const { places, answers, windows } = readOn(lines, transcript, marksIn(mark), ENDS.has(kind));
    for (let from = 0; from < answers.length; from += ANSWERS_MAX) {
      await tell.answers(session, answers.slice(from, from + ANSWERS_MAX));
    }
    if (kind === 'session-end') rmSync(mark, { force: true });
    else keepMark(mark, places);
    // Last: a server that takes no such figures keeps nothing from being counted.
    if (windows !== null) await tell.plan(session, windows);
    return true;
  } catch {
    return false;
  }
}

/** Tells what one answer used, where the client's hook says it. It never throws: what could not be told is not counted. */
export async function toldAnswer(
  session: string,
  { id, model, usage }: AnswerUsed,
  tell: TellSpending,
): Promise<boolean> {
  try {
    if (id !== null) await tell.answers(session, [{ id, model, usage }]);
    return true;
  } catch {
    return false;
  }
}

/** Of sessions that ended without a word the marks go after a month. */
function keepMark(mark: string, places: Places): void {
  const folder = dirname(mark);
  if (!existsSync(mark)) {
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(folder)) {
      const other = join(folder, name);
      if (Date.now() - statSync(other).mtimeMs > MONTH_MS) rmSync(other, { force: true });
    }
  }
  writeWhole(mark, JSON.stringify(places));
}

type Places = Readonly<Record<string, ReadOn>>;

/** What is new in the transcript and in those of its subagents. */
function readOn(
  lines: AnswerLines,
  transcript: string,
  known: Places | null,
  isWhole: boolean,
): Pick<Found, 'answers' | 'windows'> & { readonly places: Places } {
  let windows: Found['windows'] = null;
  const places: Record<string, ReadOn> = {};
  const answers: ToldAnswer[] = [];
  for (const file of [transcript, ...subagentFiles(lines, transcript)]) {
    const at = known?.[file] ?? { next: known === null ? sizeOf(file) : 0, model: null };
    const part = known === null ? null : readPartSafely(file, at.next, PART_BYTES_MAX);
    if (part === null) {
      places[file] = at;
      continue;
    }
    const found = answersIn(lines, part.bytes, at, isWhole);
    // A line that is longer than a part is passed over.
    const isStuck = found.place.next === at.next && part.bytes.length === PART_BYTES_MAX;
    places[file] = isStuck ? { ...found.place, next: part.next } : found.place;
    answers.push(...found.answers);
    windows = found.windows ?? windows;
  }
  return { places, answers, windows };
}

function subagentFiles({ subagents }: AnswerLines, transcript: string): readonly string[] {
  if (subagents === undefined) return [];
  const folder = subagents(transcript);
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
    return names.slice(0, FILES_MAX).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** How far each file was read; null where nobody read on yet. */
function marksIn(mark: string): Places | null {
  const text = readTextSafely(mark);
  const written = text === null ? null : objectOrNull(parseJson(text));
  if (written === null) return null;
  const entries = Object.entries(written).map(([file, value]) => {
    const { next, model } = fieldsOf(value);
    return [file, { next: countOrNull(next) ?? 0, model: textOrNull(model) }] as const;
  });
  return Object.fromEntries(entries);
}
