/**
 * Where programs of a person keep what must outlive their data: `XDG_STATE_HOME`, else `~/.local/state`.
 */
import { join } from 'node:path';
import type { Environment } from '../environment.ts';
import { homeOf } from './data-folder.ts';

/** Tripwire's own folder in it. */
export function stateFolder(env: Environment): string {
  return join(env['XDG_STATE_HOME'] || join(homeOf(env), '.local', 'state'), 'tripwire');
}
