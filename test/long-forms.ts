/**
 * The test files of which `npm test` tries a sample of cases: `npm run test:long-forms` runs them as a whole, and continuous
 * integration runs that every time.
 *
 * They are found by what they import, so that a sample that somebody takes later is in that run too.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './tidy/list-files.ts';

/** What says that a file takes a sample. */
const SAMPLES = /^import \{[^}]*\b(?:someOf|IS_LONG)\b[^}]*\} from '[^']*\/kit\/runs\.ts';$/m;

/** Their paths, in order. */
export function longFormFiles(root: string): readonly string[] {
  return listFiles(root).filter(
    (path) => path.endsWith('.ts') && SAMPLES.test(readFileSync(join(root, path), 'utf8')),
  );
}
