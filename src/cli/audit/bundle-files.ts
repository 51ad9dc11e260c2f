/**
 * The files of a bundle: which there are, and how a line of each is spelled.
 *
 *     BUNDLE/log/…  BUNDLE/everybody.jsonl  BUNDLE/agents/NAME/windows.jsonl, journal.jsonl, ledgers.jsonl, newest.tlog-proof
 *
 * A value has one spelling only. A second one, such as a repeated key, can be read differently by another parser, and
 * then two people verify the same bundle and see different things.
 */
import { lstatSync, readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../base/json-text.ts';
import { readTextSafely } from '../../base/node/safe-file.ts';
import type { JournalRow } from '../../store/index.ts';

/** What was done to all agents. */
export const EVERYBODY_FILE = 'everybody.jsonl';
/** Words for a person. */
export const README_FILE = 'README.txt';

const TOP = [EVERYBODY_FILE, README_FILE, 'agents', 'log'];
const OF_AGENT = ['journal.jsonl', 'ledgers.jsonl', 'newest.tlog-proof', 'windows.jsonl'];

/** The folder of an agent in an audit folder or a bundle. */
export function agentFolder(folder: string, agent: string): string {
  return join(folder, 'agents', encodeURIComponent(agent));
}

/** A journal has as many rows as its agent made calls; a longer text is none that a program can hold. */
const BYTES_MAX = 480 * 1_024 * 1_024;

/** What may not be read, in words: links, pipes and devices lead out of the bundle, or never end. */
export function unreadableIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .flatMap((one) => {
      const path = join(one.parentPath, one.name);
      const problem = problemOf(one, path);
      const name = path.slice(folder.length).replace(/^\/+/, '');
      return problem === null ? [] : [`${name} ${problem}`];
    })
    .toSorted();
}

function problemOf(one: Dirent, path: string): string | null {
  const isInPlaceOfFile = one.isDirectory() && isFileName(one.name);
  if (isInPlaceOfFile || !(one.isFile() || one.isDirectory())) {
    return 'is not a plain file, so it is not read';
  }
  const isTooLong = one.isFile() && lstatSync(path).size > BYTES_MAX;
  return isTooLong ? `has more than ${BYTES_MAX} bytes, so it is not read` : null;
}

function isFileName(name: string): boolean {
  return [...OF_AGENT, EVERYBODY_FILE, README_FILE, 'checkpoint', 'key.pub'].includes(name);
}

/** What lies in a bundle without belonging there. */
export function strangersIn(folder: string, agents: readonly string[]): readonly string[] {
  const top = namesIn(folder).filter((name) => !TOP.includes(name));
  return [
    ...top,
    ...strangeAgents(folder, agents),
    ...agents.flatMap((agent) => extras(folder, agent)),
  ];
}

/** Folders of agents that the log does not have, in a bundle or an audit folder. */
export function strangeAgents(folder: string, agents: readonly string[]): readonly string[] {
  const known = agents.map((agent) => encodeURIComponent(agent));
  return namesIn(join(folder, 'agents'))
    .filter((name) => !known.includes(name))
    .map((name) => `agents/${name}`);
}

function extras(folder: string, agent: string): readonly string[] {
  const place = agentFolder(folder, agent);
  return namesIn(place)
    .filter((name) => !OF_AGENT.includes(name))
    .map((name) => `agents/${encodeURIComponent(agent)}/${name}`);
}

function namesIn(folder: string): readonly string[] {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true ? readdirSync(folder).toSorted() : [];
}

/** A row of a journal as a bundle spells it. */
export function journalLine({ agent, seq, at, kind, body, prev, hash }: JournalRow): string {
  return JSON.stringify({ agent, seq, at, kind, body, prev, hash });
}

/** Whether a line is spelled as JSON is written here: no repeated key, no blank, no second way to write a number. */
export function isOwnSpelling(line: string): boolean {
  return JSON.stringify(parseJson(line)) === line;
}

/** The lines of a file, each ended by a line feed; null when there is no such file. */
export function linesOf(file: string): readonly string[] | null {
  const text = readTextSafely(file, { bytesMax: BYTES_MAX });
  if (text === null) return null;
  const lines = text.split('\n');
  // What follows the last line feed counts only when there is something.
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
