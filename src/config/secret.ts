/**
 * Secrets are named in the configuration, never written there: `env:NAME` stands for a variable.
 *
 * A file gets copied, committed and shown in a screen share; a reference does no harm in any of these.
 * The value is looked up when it is needed and never appears in an error or in the effective values.
 */
import type { Environment } from '../base/environment.ts';
import { ConfigError } from './config-error.ts';

/** A reference to an environment variable. */
export type SecretRef = `env:${string}`;

export const SECRET_REF_PATTERN = /^env:[A-Za-z_][A-Za-z0-9_]*$/;

/** The rule in words, for whoever wrote the secret itself. */
export const NO_LITERAL =
  'must be env:NAME, the name of an environment variable; a secret in a file gets copied and shown around';

/** True for `env:NAME`. */
export function isSecretRef(text: string): text is SecretRef {
  return SECRET_REF_PATTERN.test(text);
}

/** The value of the variable that is named; throws, with the name, when it is missing or unusable. */
export function secretOf(ref: SecretRef, env: Environment): string {
  if (!isSecretRef(ref)) {
    throw problem('', 'a secret must be given as env:NAME, the name of an environment variable');
  }
  const name = ref.slice('env:'.length);
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  if (value === undefined || value === '') {
    const missing = value === undefined ? 'is not set' : 'is empty';
    throw problem(ref, `the environment variable ${name} ${missing}; set it and start again`);
  }
  // A line break would end the header that carries it and begin another.
  if (/\p{Cc}/u.test(value)) {
    throw problem(
      ref,
      `the environment variable ${name} holds a line break or another control character; ` +
        'set it to the bare value',
    );
  }
  return value;
}

function problem(path: string, message: string): ConfigError {
  return new ConfigError(null, [{ path, line: null, message }]);
}
