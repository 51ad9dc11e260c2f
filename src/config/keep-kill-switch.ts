/**
 * The switch for all agents, written into a person's `tripwire.yaml`: their own lines and comments stay.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseDocument } from 'yaml';
import { writeWhole } from '../base/node/whole-file.ts';
import type { Config } from './config.ts';

const NEW_FILE = '# All settings: docs/configuration.md\n\nkill_switch:\n  enabled: false\n';
const PRIVATE_FOLDER = 0o700;
const OWNER_ONLY = 0o600;

/** What is kept. */
type Switch = Pick<Config['killSwitch'], 'enabled' | 'shadow'>;

/** Writes the switch into the file of a configuration, or a new one in its data folder; returns which. */
export function keepKillSwitch(config: Pick<Config, 'data' | 'file'>, wanted: Switch): string {
  return keepInFile(config, (text) => withKillSwitch(text, wanted));
}

/** Writes a changed text into the file of a configuration, or into a new one in its data folder; returns which. */
export function keepInFile(
  config: Pick<Config, 'data' | 'file'>,
  changed: (text: string) => string,
): string {
  const file = config.file ?? join(config.data, 'tripwire.yaml');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : NEW_FILE;
  mkdirSync(dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
  writeWhole(file, changed(text), { mode: OWNER_ONLY });
  return file;
}

/** The text with the switch; throws where it is no YAML that this could be written into. */
export function withKillSwitch(text: string, { enabled, shadow }: Switch): string {
  const document = parseDocument(text);
  const [problem] = document.errors;
  if (problem !== undefined) throw new Error(`the settings are not valid YAML: ${problem.message}`);
  document.setIn(['kill_switch', 'enabled'], enabled);
  const isSaid = document.hasIn(['kill_switch', 'shadow']);
  if (shadow || isSaid) document.setIn(['kill_switch', 'shadow'], shadow);
  return document.toString();
}
