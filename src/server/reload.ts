/**
 * A configuration that is read again while the server runs.
 */
import type { Environment } from '../base/environment.ts';
import { reloadConfig, type ConfigSources } from '../config/index.ts';
import { configuredSecrets, type HeldSecrets } from './held-secrets.ts';
import type { ServerLog } from './log/server-log.ts';
import { applySettings, keepSettings, type Applying } from './settings.ts';
import type { LiveConfig } from './setup.ts';

/** Reads the configuration again, and brings it to the agents; says what happened. */
export async function reloaded(
  live: LiveConfig,
  sources: ConfigSources,
  parts: {
    readonly env: Environment;
    readonly applying: Applying;
    readonly held: HeldSecrets;
    readonly problems: ServerLog;
  },
): Promise<readonly string[]> {
  const before = live.config;
  const { config: next, changed, refused, error } = reloadConfig(before, sources);
  if (error !== null) {
    parts.problems.warn('server', 'reading the configuration again', error);
    return [`The configuration is refused, the last one stays: ${error.message}`];
  }
  live.config = next;
  parts.held.hold('config', configuredSecrets(next, parts.env));
  const agents = await applySettings(parts.applying, before, next);
  keepSettings(next.data, next);
  return reloadWords(changed, refused, agents, next.fleet === 'on' ? LATER_IN_FLEET : LATER);
}

const LATER = /^(upstreams|registration|capture)\b/;
/** All nodes count to the same teams. */
const LATER_IN_FLEET = /^(upstreams|registration|capture|teams)\b/;

function reloadWords(
  changed: readonly string[],
  refused: readonly string[],
  agents: readonly string[],
  atStartOnly: RegExp,
): readonly string[] {
  const later = changed.filter((path) => atStartOnly.test(path));
  const atStart = [...refused, ...later];
  return [
    changed.length === 0 ? 'Nothing changed.' : `Read again; changed: ${changed.join(', ')}.`,
    ...(agents.length === 0 ? [] : [`Applied to ${agents.join(', ')}.`]),
    ...(atStart.length === 0 ? [] : [`Takes effect after a restart: ${atStart.join(', ')}.`]),
  ];
}
