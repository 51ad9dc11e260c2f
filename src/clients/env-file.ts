/**
 * Reads a file of variables (`NAME=value`), as one client keeps beside its settings.
 */
import type { Environment } from '../base/environment.ts';
import { settingsText } from './settings-file.ts';

const PAIR = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^#]*))/;

/** The variables of a file; none when it is not there or cannot be read. */
export function readEnvFile(file: string): Environment {
  let text: string | null;
  try {
    text = settingsText(file);
  } catch {
    return {};
  }
  const pairs = (text ?? '').split(/\r?\n/).flatMap((line): [string, string][] => {
    const [, name, double, single, bare = ''] = PAIR.exec(line) ?? [];
    return name === undefined ? [] : [[name, double ?? single ?? bare.trim()]];
  });
  return Object.fromEntries(pairs);
}
