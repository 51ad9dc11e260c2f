/**
 * A folder that only this test uses. The folder of the whole run is removed when the run ends, so no test has to.
 */
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new, empty folder; its name says who made it. The path holds no links, so that it can be compared. */
export function temporaryFolder(name = 'test'): string {
  return realpathSync(mkdtempSync(join(tmpdir(), `tripwire-${name}-`)));
}
