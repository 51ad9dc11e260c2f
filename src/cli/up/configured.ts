/**
 * Whether somebody has set Tripwire up: then a start is meant in earnest, otherwise a demo tells more.
 */
import type { Environment } from '../../base/environment.ts';
import { loadConfig, type ConfigSources } from '../../config/index.ts';

/** Variables that hold a provider's key. */
const KEY_VARIABLES = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'OPENAI_API_KEY',
  'GEMINI_API_KEY',
  'GOOGLE_API_KEY',
];

/** Those of them that are set. */
export function keyVariablesIn(env: Environment): readonly string[] {
  return KEY_VARIABLES.filter((name) => (env[name] ?? '') !== '');
}

/** True when there is a provider key, a configuration file or an upstream of its own. */
export function isConfigured(sources: ConfigSources): boolean {
  if (keyVariablesIn(sources.env).length > 0) return true;
  const { file, origins } = loadConfig(sources);
  return file !== null || Object.keys(origins).some((path) => path.startsWith('upstreams.'));
}
