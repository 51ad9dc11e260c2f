/**
 * A home folder with a `tripwire.yaml` in it, and what loading it says.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ConfigError,
  loadConfig,
  type Config,
  type ConfigProblem,
  type ConfigSources,
} from '../../src/config/index.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface ConfigFolder {
  readonly home: string;
  readonly file: string;
  /** Sources that find the file by themselves. */
  readonly sources: ConfigSources;
  readonly write: (text: string | Uint8Array) => void;
}

/** A fresh home; without a text there is no file. It is gone when the test ends. */
export function configFolder(text?: string): ConfigFolder {
  const home = temporaryFolder('config');
  mkdirSync(join(home, '.tripwire'));
  const file = join(home, '.tripwire', 'tripwire.yaml');
  const write = (content: string | Uint8Array) => writeFileSync(file, content);
  if (text !== undefined) write(text);
  return { home, file, sources: { env: {}, home }, write };
}

/** Loads this text, with nothing else given. */
export function loadText(text: string, more: Partial<ConfigSources> = {}): Config {
  return loadConfig({ ...configFolder(text).sources, ...more });
}

/** The problems as `line path: message`, without the name of the temporary file. */
export function problemsOf(load: () => unknown): string[] {
  const text = ({ line, path, message }: ConfigProblem) => `${line ?? '-'} ${path}: ${message}`;
  return errorOf(load).problems.map(text);
}

/** The error that this throws; fails when it throws none. */
export function errorOf(load: () => unknown): ConfigError {
  try {
    load();
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}
