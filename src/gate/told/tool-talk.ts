/**
 * What an agent says to another one by a tool and what comes back, as samples of both: from the text that is witnessed of a
 * tool call. A protocol wraps the words in fields of its own (MCP, A2A), so the longest text inside counts.
 */
import { parseJson } from '../../base/json-text.ts';
import { digestEvent } from '../../detect/index.ts';

/** A text, as samples of its words and numbers. */
export interface SaidSample {
  readonly words: readonly number[];
  readonly numbers: readonly number[];
}

/** Both sides of one tool call. */
export interface ToolTalk {
  readonly asked: SaidSample;
  readonly answered: SaidSample;
}

/** Longer ones are files and not what agents say to each other. */
const TEXT_CHARACTERS_MAX = 20_000;
const DEPTH_MAX = 16;

/** The samples of a witnessed tool call; null where nothing is said in it. */
export function toolTalk(text: string): ToolTalk | null {
  const end = text.indexOf('\n');
  const start = text.indexOf(' ');
  if (end < 0 || start < 0 || start > end || text.length > 2 * TEXT_CHARACTERS_MAX) return null;
  const asked = sampleOf(text.slice(start + 1, end));
  const answered = sampleOf(text.slice(end + 1));
  return asked === null || answered === null ? null : { asked, answered };
}

function sampleOf(text: string): SaidSample | null {
  if (text.length > TEXT_CHARACTERS_MAX) return null;
  const said = longestText(text, 0);
  if (said.trim() === '') return null;
  const digest = digestEvent({ kind: 'response', text: said, atMs: 0 });
  return digest.kind === 'response' ? { words: digest.words, numbers: digest.numbers } : null;
}

/** The longest text in a value; one that is JSON itself is opened. */
function longestText(value: unknown, depth: number): string {
  if (depth > DEPTH_MAX) return '';
  if (typeof value === 'string') {
    const inner = /^\s*["[{]/.test(value) ? parseJson(value) : undefined;
    if (typeof inner === 'string' || (typeof inner === 'object' && inner !== null)) {
      return longestText(inner, depth + 1);
    }
    return value;
  }
  if (typeof value !== 'object' || value === null) return '';
  let longest = '';
  for (const part of Object.values(value)) {
    const text = longestText(part, depth + 1);
    if (text.length > longest.length) longest = text;
  }
  return longest;
}
