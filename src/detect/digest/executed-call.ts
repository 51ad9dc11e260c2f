/**
 * A call is what is executed, not how the model describes it.
 *
 * Models write a new description beside the same command each time, choose another time limit, or wrap it in a shell.
 * The identity of a call leaves that out, and everybody who asks whether two calls are the same asks here.
 */
import { openedJson } from '../../base/json-text.ts';
import { objectOrNull } from '../../base/json-values.ts';
import { stableJson } from '../../base/stable-json.ts';
import { commandLine, commandName, shellCommand } from './shell-command.ts';
import { runsCommands } from './tool-nature.ts';

export interface ExecutedCall {
  /** The arguments that matter, as a canonical text. */
  readonly args: string;
  /** The command line, where the call is one. */
  readonly command: string | null;
  /** How long the call itself says that it waits. */
  readonly sleepMs: number;
  /** The arguments by name, where they have names. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What a model says about its call: never part of what is done. */
const remarks: ReadonlySet<string> = new Set([
  'explanation',
  'justification',
  'purpose',
  'rationale',
  'reason',
  'reasoning',
  'thinking',
  'thought',
  'thoughts',
  'toolAction',
  'toolSummary',
  'task_progress',
  'waitForPreviousTools',
]);
/** Titles for people. Beside what is executed they are remarks; on their own they may be all there is. */
const titles: ReadonlySet<string> = new Set(['description', 'instruction', 'title', 'summary']);
const executed: ReadonlySet<string> = new Set([
  'command',
  'cmd',
  'code',
  'script',
  'prompt',
  'file_path',
  'filePath',
  'old_string',
  'oldString',
  'pattern',
]);
/** How long a call may take and where it runs in the background is not what it does. */
const limits = /^(?:timeout|timeout_?ms|timeout_?seconds|yield_time_ms|max_output_tokens)$/i;

/** What the call executes. */
export function executedCall(given: unknown, tool: string): ExecutedCall {
  const args = openedJson(given);
  if (typeof args === 'string') return { args, command: null, sleepMs: 0, fields: {} };
  const fields = objectOrNull(args);
  if (fields === null) return { args: stableJson(args), command: null, sleepMs: 0, fields: {} };
  const isShell = runsCommands(tool);
  const commanded = commandName(fields, isShell);
  const told = commanded === null ? null : commandLine(fields[commanded]);
  const shell = told === null ? null : shellCommand(told);
  const kept: Record<string, unknown> = {};
  const titled = Object.keys(fields).some((name) => executed.has(name));
  for (const [name, value] of Object.entries(fields)) {
    if (remarks.has(name) || limits.test(name) || (titled && titles.has(name))) continue;
    const isCommand = shell !== null && name === commanded;
    if (!titled && shell !== null && !isCommand && isRemark(value, isShell)) continue;
    kept[name] = isCommand ? shell.line : samePath(value);
  }
  return {
    args: stableJson(kept),
    command: shell?.line ?? null,
    sleepMs: shell?.sleepMs ?? 0,
    fields,
  };
}

/** Beside a command line that only its text gives away, words and numbers say what it is for and how long it may take. */
function isRemark(value: unknown, isShell: boolean): boolean {
  if (typeof value === 'number') return true;
  // Nothing but the command is executed by a shell, so two words beside it are about it, too.
  const words = isShell ? /^\S+(?: \S+)+$/ : /^\S+(?: \S+){2,}$/;
  return typeof value === 'string' && words.test(value);
}

/** How the tools that wait name their time. */
const waitFields: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|millis|milliseconds|(?:duration|delay|time|wait)_?ms)$/i, 1],
  [
    /^(?:s|secs?|seconds|time|duration|delay|(?:duration|delay|time|wait)_?(?:s|secs?|seconds))$/i,
    1_000,
  ],
  [/^(?:minutes|mins?)$/i, 60_000],
];
const WAIT_MAX_MS = 86_400_000;
const WAIT_SECONDS_MAX = 1_000;

/** How long a tool that waits was told to wait; 0 where it was not. */
export function toldWaitMs(fields: Readonly<Record<string, unknown>>): number {
  for (const [name, value] of Object.entries(fields)) {
    const amount = typeof value === 'string' ? Number(value) : value;
    const [, unitMs] = waitFields.find(([names]) => names.test(name)) ?? [];
    if (unitMs === undefined || typeof amount !== 'number' || !(amount > 0)) continue;
    return Math.min(Math.round(amount * unitMs), WAIT_MAX_MS);
  }
  // A number under a name that nobody knows: a large one is in milliseconds.
  const [only, ...more] = Object.entries(fields).filter(([name]) => !limits.test(name));
  if (more.length > 0 || typeof only?.[1] !== 'number' || !(only[1] > 0)) return 0;
  return Math.min(Math.round(only[1] < WAIT_SECONDS_MAX ? only[1] * 1_000 : only[1]), WAIT_MAX_MS);
}

/** A path in one form: `./a/b/` is `a/b`. */
function samePath(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[\w.~-]*\/[\w./@~-]*$/.test(value)) return value;
  return value
    .replace(/^(?:\.\/)+(?=.)/, '')
    .replace(/\/(?:\.?\/)+/g, '/')
    .replace(/(?<=^|\/)(?!\.\.\/)[^/]+\/\.\.\//g, '')
    .replace(/(?<=.)\/$/, '');
}
