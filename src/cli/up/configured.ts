/**
 * Whether somebody has set Tripwire up: then a start is meant in earnest, otherwise a demo tells more.
 */
import { loadConfig, type ConfigSources } from '../../config/index.ts';

/** Variables that hold a provider's key. */
const KEY_VARIABLES = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'OPENAI_API_KEY',
  'GEMINI_API_KEY',
  'GOOGLE_API_KEY',
];

/** True when there is a provider key, a configuration file or an upstream of its own. */
export function isConfigured(sources: ConfigSources): boolean {
  if (KEY_VARIABLES.some((name) => (sources.env[name] ?? '') !== '')) return true;
  const { file, origins } = loadConfig(sources);
  return file !== null || Object.keys(origins).some((path) => path.startsWith('upstreams.'));
}
