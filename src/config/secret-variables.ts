/**
 * The variables of the environment that hold what only Tripwire and a person need: the keys that the configuration names, the
 * password of the database, and a person's token.
 *
 * Whoever starts an agent starts it without them. With the token an agent would release itself in
 * that person's name; with a provider's key it would need no Tripwire.
 */
import type { Config } from './config.ts';
import { isSecretRef } from './secret.ts';

const ALWAYS = ['TRIPWIRE_ADMIN_TOKEN'];

/** The environment without them. */
export function withoutSecrets(
  env: NodeJS.ProcessEnv,
  config: Pick<Config, 'upstreams' | 'chatCommands' | 'store'>,
): NodeJS.ProcessEnv {
  const secret = new Set(secretVariables(config));
  return Object.fromEntries(Object.entries(env).filter(([name]) => !secret.has(name)));
}

/** The variable that a secret of the configuration stands in; none for a value that is no reference. */
export function variableOf(written: string | undefined): readonly string[] {
  return written !== undefined && isSecretRef(written) ? [written.slice('env:'.length)] : [];
}

function secretVariables({
  upstreams,
  chatCommands = {},
  store,
}: Pick<Config, 'upstreams' | 'chatCommands' | 'store'>): readonly string[] {
  const named = Object.values(upstreams).flatMap(({ key, headers }) => [
    key,
    ...Object.values(headers),
  ]);
  const database = store === undefined ? [] : ['PGPASSWORD'];
  return [
    ...ALWAYS,
    ...database,
    ...[...named, ...Object.values(chatCommands)].flatMap(variableOf),
  ];
}
