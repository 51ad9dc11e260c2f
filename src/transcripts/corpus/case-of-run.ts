/**
 * A recorded run as a case: what a person says about it, beside the run, in the format that `bench:judgement` reads.
 *
 * Secrets never enter a case. Without content, every text becomes an id that keeps equality and its digits, so that
 * "the same line" and "only a number differs" survive and nothing can be read; some verdicts do not survive that, and
 * whoever makes the case is told.
 */
import { hash } from 'node:crypto';
import { parseJson } from '../../base/json-text.ts';
import { redactSecrets } from '../../base/secrets/redact-secrets.ts';
import { stableJson } from '../../base/stable-json.ts';
import {
  digestEvent,
  detectThread,
  type ToolEvent,
  type TranscriptEvent,
} from '../../detect/index.ts';
import { corpusRunFrom, type CorpusRun } from './run.ts';

/** What a person says about a run. */
export type Label = 'stuck' | 'healthy';

/** A case, and what the detector makes of it. */
export interface MadeCase {
  /** The object of one line. */
  readonly made: Readonly<Record<string, unknown>>;
  /** Whether the run is stopped, and whether its case is: without its content some runs are judged otherwise. */
  readonly wasStopped: boolean;
  readonly isStopped: boolean;
}

type CaseEvent = Readonly<Record<string, unknown>>;

/** Makes a case of a run. */
export function caseOfRun(
  run: CorpusRun,
  label: Label,
  { contentFree }: { readonly contentFree: boolean },
): MadeCase {
  const made = caseObject(run, label, contentFree);
  const again = corpusRunFrom(made, run.source);
  return { made, wasStopped: isStopped(run), isStopped: isStopped(again) };
}

function isStopped({ threads }: CorpusRun): boolean {
  return threads.some((thread) => detectThread(thread).firedAt !== null);
}

function caseObject(
  run: CorpusRun,
  label: Label,
  contentFree: boolean,
): Readonly<Record<string, unknown>> {
  const several = run.threads.length > 1;
  const placed = run.threads.flatMap((thread, index) =>
    thread.events.map((event, at) => ({
      place: thread.origins[at] ?? at,
      event: {
        ...(contentFree ? withoutContent(event) : withContent(event)),
        ...(event.kind !== 'compaction' && event.atMs !== undefined ? { t_ms: event.atMs } : {}),
        ...(several ? { agent: `agent-${index + 1}` } : {}),
      },
    })),
  );
  const events = placed.toSorted((a, b) => a.place - b.place).map(({ event }) => event);
  const start = label === 'stuck' ? loopStart(run) : null;
  return {
    id: contentFree ? `marked/${idOf(run.id)}` : run.id,
    source: 'marked by a person',
    expect: label === 'stuck' ? 'stuck' : 'not_stuck',
    class: 'semantic',
    ...(start === null ? {} : { loop_start_event: start }),
    events,
  };
}

/** Where the steps began that stopped it, if it was stopped. */
function loopStart(run: CorpusRun): number | null {
  if (run.loopStart !== null) return run.loopStart;
  for (const thread of run.threads) {
    const { firedAt, stretch } = detectThread(thread);
    const first = stretch.fedBy[0]?.index;
    if (firedAt !== null && first !== undefined) return thread.origins[first] ?? null;
  }
  return null;
}

function withContent(event: TranscriptEvent): CaseEvent {
  switch (event.kind) {
    case 'compaction':
      return { kind: 'llm', response: '[context compacted]' };
    case 'prompt':
      return { kind: 'llm', prompt: redactSecrets(event.text) };
    case 'response':
      return { kind: 'llm', response: redactSecrets(event.text) };
    case 'tool': {
      const tool = redactSecrets(event.tool);
      return {
        kind: 'tool',
        tool,
        args: cleanArgs(event.args),
        ...outcomeOf(event, redactSecrets),
      };
    }
  }
}

function withoutContent(event: TranscriptEvent): CaseEvent {
  switch (event.kind) {
    case 'compaction':
      return { kind: 'llm', response: '[context compacted]' };
    case 'prompt':
      return { kind: 'llm', prompt: sketched('U', event.text) };
    case 'response':
      return { kind: 'llm', response: sketched('T', event.text) };
    case 'tool': {
      const args = { a: sketched('A', stableJson(event.args)) };
      const hints = hintsOf(event);
      const told = hints.length === 0 ? {} : { hints };
      // The judge goes by the tool's name. A model can call what there is not, and put into the name what it likes.
      const tool = redactSecrets(event.tool);
      return { kind: 'tool', tool, args, ...outcomeOf(event, linesSketched), ...told };
    }
  }
}

/** As a whole first, because a name in it tells what its value is; a secret that is cut off may take what closes it. */
function cleanArgs(args: unknown): unknown {
  const text = redactSecrets(stableJson(args));
  return parseJson(text) ?? { text };
}

function outcomeOf(event: ToolEvent, shown: (text: string) => string): CaseEvent {
  const failed = event.error !== undefined || event.isError === true;
  return failed ? { error: shown(event.error ?? event.result) } : { result: shown(event.result) };
}

/** What the judge read out of words that are gone. */
function hintsOf(event: ToolEvent): readonly string[] {
  const digest = digestEvent(event);
  if (digest.kind !== 'tool') return [];
  const { poll, negative, infrastructure, bare, nature } = digest.step;
  const all = { poll, neg: negative, infra: infrastructure, bare, ui: nature === 'screen' };
  return Object.entries(all).flatMap(([hint, holds]) => (holds ? [hint] : []));
}

function linesSketched(text: string): string {
  return text
    .split('\n')
    .map((line) => (line.trim() === '' ? '' : sketched('L', line)))
    .join('\n');
}

/** An id for the text without its digits, and the digits. */
function sketched(letter: string, text: string): string {
  const digits = text.match(/\d+/g) ?? [];
  return [`${letter}${idOf(text.replace(/\d+/g, '#'))}`, ...digits].join(' ');
}

/** Letters only: digits stand for the digits of the text. */
function idOf(text: string): string {
  const hex = hash('sha256', text, 'hex').slice(0, 10);
  return hex.replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));
}
