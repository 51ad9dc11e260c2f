/**
 * The environment of a hook that root installed: what root's file says, and of the agent's own variables only those that
 * root lets pass.
 *
 * Whoever starts a client chooses its environment, and clients let settings add to it. So a managed hook is started
 * without any (`env -i`), and names root's file in `TRIPWIRE_MANAGED`. Variables that could lead it to another project,
 * server or agent are on its command line, and are dropped here unless the file says otherwise.
 */
import { statSync } from 'node:fs';
import { parseJson } from '../base/json-text.ts';
import { fieldsOf, isObject, listOf } from '../base/json-values.ts';
import { readTextSafely } from '../base/node/safe-file.ts';

const FILE_BYTES_MAX = 65_536;
const ROOT = 0;
/** They can only make a hook stricter, or are checked by the server. */
const PASSED_BY_DEFAULT: readonly string[] = ['TRIPWIRE_AGENT_KEY', 'TRIPWIRE_UNATTENDED'];

/** The environment that a hook of root works with; `program` is what was started. Throws when its file isn't trusted. */
export function hookEnvironment(
  env: NodeJS.ProcessEnv,
  file: string,
  program: string,
): NodeJS.ProcessEnv {
  const { variables, pass } = settingsIn(file, program);
  const kept = Object.entries(env).filter(([name]) => !isOurs(name) || pass.includes(name));
  return { ...Object.fromEntries(kept), ...variables };
}

/** Names that decide where a hook looks, and under whose name. */
function isOurs(name: string): boolean {
  return name.startsWith('TRIPWIRE_') || name.endsWith('_BASE_URL');
}

function settingsIn(file: string, program: string) {
  // Where Tripwire is not root's either, whoever owns it may write the file: everything else is theirs as well.
  const owners = [ROOT, statSync(program).uid];
  const text = readTextSafely(file, { bytesMax: FILE_BYTES_MAX, owners });
  if (text === null) return { variables: {}, pass: PASSED_BY_DEFAULT };
  const value = parseJson(text);
  if (!isObject(value)) throw new Error(`${file} is not a JSON object`);
  const variables = Object.entries(fieldsOf(value['variables']));
  const wrong = variables.find(([name, set]) => !isOurs(name) || typeof set !== 'string');
  if (wrong !== undefined) throw new Error(`${file}: variables.${wrong[0]} cannot be set there`);
  const pass = value['pass'] === undefined ? PASSED_BY_DEFAULT : listOf(value['pass']);
  return { variables: Object.fromEntries(variables) as Record<string, string>, pass };
}
