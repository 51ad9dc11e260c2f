/**
 * The answers in a part of a transcript, and where to read on. The last answer waits for what comes after it, because a
 * client writes one answer as several lines and only the last has all that it used.
 */
import { parseJson } from '../base/json-text.ts';
import { objectOrNull } from '../base/json-values.ts';
import type { AnswerLines, AnswerUsed, WindowUsed } from '../clients/answer-lines.ts';
import type { ToldAnswer } from './journal-wire.ts';

/** How far a file was read, and the model that was named last. */
export interface ReadOn {
  readonly next: number;
  readonly model: string | null;
}

/** What a part says. */
export interface Found {
  readonly place: ReadOn;
  readonly answers: readonly ToldAnswer[];
  /** How full a subscription was at last; null where nothing tells. */
  readonly windows: readonly WindowUsed[] | null;
}

interface Open {
  readonly used: AnswerUsed;
  readonly at: number;
  readonly model: string | null;
}

const NEWLINE = 10;

/** Reads whole lines alone. `isWhole`: nothing more of the last answer comes. */
export function answersIn(
  lines: AnswerLines,
  bytes: Buffer,
  from: ReadOn,
  isWhole: boolean,
): Found {
  let windows: Found['windows'] = null;
  const answers: ToldAnswer[] = [];
  const last: { open: Open | null } = { open: null };
  let { model } = from;
  let start = 0;
  const close = () => {
    if (last.open !== null) answers.push(told(last.open));
    last.open = null;
  };
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
    const line = objectOrNull(parseJson(bytes.toString('utf8', start, end)));
    const used = line === null ? null : lines.answer(line);
    if (line !== null) model = lines.model?.(line) ?? model;
    if (line !== null) windows = lines.plan?.(line) ?? windows;
    const began = used !== null && used.id === last.open?.used.id ? last.open : null;
    if (began === null) close();
    if (used !== null) last.open = { used, at: began?.at ?? from.next + start, model };
    start = end + 1;
  }
  if (isWhole) close();
  return { place: { next: last.open?.at ?? from.next + start, model }, answers, windows };
}

function told({ used, at, model }: Open): ToldAnswer {
  return { id: used.id ?? `at ${at}`, model: used.model ?? model, usage: used.usage };
}
