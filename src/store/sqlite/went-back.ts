/**
 * Whether a journal is older than it was, for those who only look.
 */
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { errorWords } from '../../base/error-words.ts';
import { requireHead, requireNoHead } from './kept-head.ts';

/** Why the journal would be refused as older than it was; null when it would not. */
export function whyOlder(file: string): string | null {
  try {
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) {
      requireNoHead(file);
      return null;
    }
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      requireHead(database, file);
      return null;
    } finally {
      database.close();
    }
  } catch (error) {
    return errorWords(error);
  }
}
