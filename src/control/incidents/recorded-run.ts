import { parseJson } from '../../base/json-text.ts';
/**
 * A stopped conversation as a run that a case can be made of: with its texts where they were kept, else from digests.
 *
 * Digests have no text. Their hashes become words that nobody can read, so that the same call, the same line and the
 * same error are still the same; what a detector reads out of words is told as hints.
 */
import { isObject } from '../../base/json-values.ts';
import type { ExplainedRecordStep } from '../../core/explain-records.ts';
import type { CorpusRun, CorpusThread } from '../../transcripts/index.ts';

/** A step with the text that was kept of it, and its time. */
export interface RecordedStep {
  readonly digest: NonNullable<ExplainedRecordStep['digest']>;
  readonly at: number;
  readonly text: string | null;
}

/** The run, and whether it has texts. */
export interface RecordedRun {
  readonly run: CorpusRun;
  readonly hasTexts: boolean;
}

type Event = CorpusThread['events'][number];
type Digest = RecordedStep['digest'];
type ToolDigest = Extract<Digest, { kind: 'tool' }>['step'];

/** The run of some steps. With texts it begins where the first one was kept: mixed with digests nothing would repeat. */
export function recordedRun(id: string, steps: readonly RecordedStep[]): RecordedRun {
  const first = steps.findIndex(({ text }) => text !== null);
  const hasTexts = first !== -1;
  const events = hasTexts
    ? steps.slice(first).flatMap((step) => withText(step))
    : steps.map(({ digest, at }) => withoutText(digest, at));
  const thread = { id, events, origins: events.map((_, index) => index) };
  const source = { file: 'journal', line: 1 };
  return {
    run: { id, expect: null, loopStart: null, caseClass: null, threads: [thread], source },
    hasTexts,
  };
}

function withText({ digest, at: atMs, text }: RecordedStep): Event[] {
  if (digest.kind === 'compaction') return [{ kind: 'compaction' }];
  if (text === null) return [];
  if (digest.kind !== 'tool') return [{ kind: digest.kind, text, atMs }];
  const { tool, error } = digest.step;
  const end = text.indexOf('\n');
  const head = end === -1 ? text : text.slice(0, end);
  const result = end === -1 ? '' : text.slice(end + 1);
  const written = head.slice(tool.length + 1);
  const read = parseJson(written);
  // What was too long to be kept whole is no JSON any more.
  const args = isObject(read) ? read : { arguments: written };
  const failed = error === null ? {} : { isError: true, error: result };
  return [{ kind: 'tool', tool, args, result, ...failed, atMs }];
}

function withoutText(digest: Digest, atMs: number): Event {
  switch (digest.kind) {
    case 'compaction':
      return { kind: 'compaction' };
    case 'prompt':
    case 'response':
      return { kind: digest.kind, text: [digest.exact, ...digest.words].map(word).join(' '), atMs };
    case 'tool':
      return toolWithoutText(digest.step, atMs);
  }
}

function toolWithoutText(step: ToolDigest, atMs: number): Event {
  const { tool, call, looseCall, words, error, errorText, lines, outcome, numbers } = step;
  const args = { shape: word(looseCall), call: word(call), words: words.map(word).join(' ') };
  const said = lines.length === 0 ? [word(outcome)] : lines.map(word);
  const result = [...said, ...numbers].join('\n');
  const failed =
    error === null ? {} : { isError: true, error: `${word(errorText ?? error)}\n${result}` };
  const { poll, negative, infrastructure, bare, nature } = step;
  const all = { poll, neg: negative, infra: infrastructure, bare, ui: nature === 'screen' };
  const hints = (Object.keys(all) as (keyof typeof all)[]).filter((hint) => all[hint]);
  const told = hints.length === 0 ? {} : { hints };
  return { kind: 'tool', tool, args, result, ...failed, ...told, atMs };
}

/** A hash as a word of letters: digits would be read as numbers that move. */
function word(hash: string | number): string {
  const text = typeof hash === 'number' ? hash.toString(16) : hash;
  return text.replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));
}
