/**
 * What clients do to calls: other names for tools and arguments, no flags, another pace, words and calls in between.
 */
import type { ToolEvent, TranscriptEvent } from '../../../src/detect/index.ts';
import { ofCalls, type Rewrite, type Transformation } from './transformation.ts';
import { unevenPace } from './uneven-pace.ts';

/** The event as a client gives it that marks no errors: the text of the error is the result. */
function withoutFlag(event: ToolEvent): ToolEvent {
  const { error, isError: _, ...rest } = event;
  if (error === undefined || error === event.result) return rest;
  return { ...rest, result: `${error}\n${event.result}` };
}

function atPace(name: string, factor: number): Transformation {
  const rewrite: Rewrite = (event) => [
    event.atMs === undefined ? event : { ...event, atMs: Math.floor(event.atMs * factor) },
  ];
  return { name, forThread: () => rewrite };
}

/** A name that says nothing, the same for the same tool. */
function meaningless(name: string): string {
  let value = 7;
  for (const letter of name) value = (value * 31 + letter.charCodeAt(0)) % 456_976;
  return `zq${value.toString(26)}x`;
}

type Rename = (name: string) => string;

function withKeys(value: unknown, rename: Rename): unknown {
  if (Array.isArray(value)) return value.map((one) => withKeys(one, rename));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [rename(key), withKeys(member, rename)]),
  );
}

const camelCase: Rename = (key) =>
  key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const snakeCase: Rename = (key) =>
  key.replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a}_${b.toLowerCase()}`);

const GREEK = 'αβγδεζηθικλμνξοπρστυφχψωϊϋό';

/** Every letter by one of another script: the words are as many, and none of them is known. */
function greek(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const small = GREEK.charAt(letter.toLowerCase().charCodeAt(0) - 0x61);
    return letter === letter.toLowerCase() ? small : small.toUpperCase();
  });
}

/** Words only: ids, clocks, paths, addresses, names with a joint or a capital in them, and states in capitals are in no language. */
function greekWords(text: string): string {
  if (/^\s*(?:\[(?:image|screenshot)\]|select\s|[\w./:@=-]+\s*$)/i.test(text)) return text;
  return text.replace(/[^\s"'`,;()[\]{}<>|]+/g, (token) =>
    /^[a-z]?[a-z'’-]*[.:!?]?$/i.test(token) && !/[a-z][A-Z]|[A-Z]{2}/.test(token)
      ? greek(token)
      : token,
  );
}

/** The letters of values; names of fields and the signs of JSON stay. */
function inGreek(value: unknown, turned: Rename): unknown {
  if (typeof value === 'string') return turned(value);
  if (Array.isArray(value)) return value.map((one) => inGreek(one, turned));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inGreek(one, turned)]));
}

const clientLine =
  /^(?:(?:command failed with |process exited with )?exit (?:code|status)|exit code|wall time|output:|directory:|command:|error: \(none\)|signal:|background pids|process group|\(bash completed)/i;

function resultInGreek(text: string, turned: Rename): string {
  if (/^\s*[[{]/.test(text)) {
    try {
      return JSON.stringify(inGreek(JSON.parse(text), turned));
    } catch {
      // No JSON after all.
    }
  }
  // What the client says around a result stays.
  return text
    .split('\n')
    .map((line) => (clientLine.test(line) ? line : turned(line)))
    .join('\n');
}

const otherScript =
  (turned: Rename): Rewrite =>
  (event) => {
    if (event.kind === 'prompt' || event.kind === 'response')
      return [{ ...event, text: turned(event.text) }];
    if (event.kind !== 'tool') return [event];
    const { command, cmd } = (event.args ?? {}) as Readonly<Record<string, unknown>>;
    // What is executed is in no language.
    const args = (command ?? cmd) === undefined ? inGreek(event.args, turned) : event.args;
    const { error } = event;
    return [
      {
        ...event,
        args,
        result: resultInGreek(event.result, turned),
        ...(error === undefined ? {} : { error: resultInGreek(error, turned) }),
      },
    ];
  };

const REMARKS = [
  'Let me see.',
  'I will look at the next thing now.',
  'Good, that helps.',
  'Hm, let me think about it.',
];

/** Something said before each call, as chatty models do. */
const talkative: Rewrite = (event, index) =>
  event.kind === 'tool'
    ? [{ kind: 'response', text: REMARKS[index % 4] ?? '', ...timeOf(event) }, event]
    : [event];

/** Words between calls left out; what is said without a call after it stays. */
function silent(): Rewrite {
  let held: TranscriptEvent[] = [];
  return (event) => {
    if (event.kind === 'response') {
      const before = held;
      held = [event];
      return before;
    }
    const kept = event.kind === 'tool' ? [] : held;
    held = [];
    return [...kept, event];
  };
}

function timeOf({ atMs }: TranscriptEvent): { readonly atMs?: number } {
  return atMs === undefined ? {} : { atMs };
}

/** A harmless call after every so many. */
function beside(name: string, every: number, of: (count: number) => ToolEvent): Transformation {
  return {
    name,
    forThread: () => {
      let calls = 0;
      return (event) => {
        if (event.kind !== 'tool') return [event];
        calls += 1;
        if (calls % every !== 0) return [event];
        // A moment later: it is a turn of its own.
        const at = event.atMs === undefined ? {} : { atMs: event.atMs + 1 };
        return [event, { ...of(calls), ...at }];
      };
    },
  };
}

const STEPS = ['Look around', 'Do the work', 'Check it', 'Write it down', 'Report'];

function todoUpdate(count: number): ToolEvent {
  const todos = STEPS.map((content, index) => ({
    content: `${content} (${count})`,
    status: index * 9 < count ? 'completed' : 'pending',
  }));
  return { kind: 'tool', tool: 'TodoWrite', args: { todos }, result: 'Todos have been modified.' };
}

function clockRead(count: number): ToolEvent {
  const now = new Date(1_790_000_000_000 + count * 61_733).toISOString();
  return { kind: 'tool', tool: 'get_current_time', args: { zone: 'UTC' }, result: now };
}

/** Calls of one answer, one after the other. */
function oneByOne(): Rewrite {
  let lastMs = -1;
  return (event) => {
    if (event.atMs === undefined) return [event];
    const atMs = event.kind === 'tool' && event.atMs <= lastMs ? lastMs + 5 : event.atMs;
    lastMs = event.kind === 'tool' ? atMs : lastMs;
    return [{ ...event, atMs }];
  };
}

const withNames = (name: string, rename: Rename) =>
  ofCalls(name, (event) => ({ ...event, tool: rename(event.tool) }));
const withArguments = (name: string, rename: Rename) =>
  ofCalls(name, (event) => ({ ...event, args: withKeys(event.args, rename) }));

export const namings: readonly Transformation[] = [
  withNames('tools of a server', (tool) => `mcp__workbench__${tool}`),
  withNames('tools of a namespace', (tool) => `functions.${tool}`),
  withNames('tools with unknown names', meaningless),
  withArguments('arguments in camelCase', camelCase),
  withArguments('arguments in snake_case', snakeCase),
  withArguments('arguments with unknown names', meaningless),
  { name: 'words of another script', forThread: () => otherScript(greek) },
  { name: 'words of another script, names kept', forThread: () => otherScript(greekWords) },
];

export const paces: readonly Transformation[] = [
  ofCalls('no error flags', withoutFlag),
  atPace('times × 0.25', 0.25),
  atPace('times × 4', 4),
  unevenPace,
  { name: 'words before each call', forThread: () => talkative },
  { name: 'no words between calls', forThread: silent },
  beside('a clock read at every third call', 3, clockRead),
  beside('a to-do list at every fifth call', 5, todoUpdate),
  { name: 'parallel calls one by one', forThread: oneByOne },
];
