/**
 * What a call's arguments say, for rules that look into them.
 *
 * On the wire they are a text that the model wrote, and clients differ in how they read it: some repair what is no JSON, take
 * the first of two equal keys or the last, or run a plain text as a command. So a text is opened as far as all agree, and
 * where they may not, what it says cannot be told.
 */
import { repeatedKey } from '../../base/json-keys.ts';
import { jsonOrText, openedJson } from '../../base/json-text.ts';
import { readCommandLine } from '../../shell/index.ts';

/** What is looked into. */
export interface ReadArguments {
  readonly args: unknown;
  /** Two readers may see different things in it. */
  readonly isUntold: boolean;
}

/** Texts that are meant as values: of JSON, of a language, or fenced. */
const MEANT_AS_VALUE = /^\s*(?:[[{"'`(<]|json\b)/i;
/** The first line of a patch, whose lines are no commands. */
const PATCH = /^\s*\*\*\* /;

/** Reads the arguments of a call. */
export function readArguments(given: unknown): ReadArguments {
  if (typeof given !== 'string') return { args: given, isUntold: false };
  const text = inner(given);
  const opened = openedJson(text);
  if (typeof opened !== 'string') return { args: opened, isUntold: repeatedKey(text) !== null };
  if (MEANT_AS_VALUE.test(text)) return { args: text, isUntold: true };
  return { args: isCommandLine(text) ? { command: text } : text, isUntold: false };
}

/** A text that is a text in JSON, as some models write their arguments. */
function inner(text: string): string {
  const value = /^\s*"/.test(text) ? jsonOrText(text) : text;
  return typeof value === 'string' ? value : text;
}

/** Some tools take a command and nothing else. A patch is no command, nor is what no shell could read. */
function isCommandLine(text: string): boolean {
  return !PATCH.test(text) && readCommandLine(text).unreadable.length === 0;
}
