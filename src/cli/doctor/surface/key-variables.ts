/**
 * Variables of an environment that hold a provider's key. Only their names are ever told.
 */
import type { Environment } from '../../../base/environment.ts';

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
