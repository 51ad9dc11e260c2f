/**
 * The secrets that the server itself holds: evidence must not have them, whatever they look like.
 */
import { join } from 'node:path';
import type { Environment } from '../base/environment.ts';
import { textIfReadable } from '../base/node/file-text.ts';
import { isSecretRef, secretOf, type Config } from '../config/index.ts';

/** What is held, by who holds it. */
export class HeldSecrets {
  readonly #by = new Map<string, readonly string[]>();
  #all: readonly string[] = [];

  /** Those of one holder, in the place of what it held before. */
  hold(holder: string, secrets: readonly string[]): void {
    this.#by.set(holder, secrets);
    // The longest first: one may be a part of another.
    const all = new Set([...this.#by.values()].flat());
    this.#all = [...all].toSorted((one, other) => other.length - one.length);
  }

  all(): readonly string[] {
    return this.#all;
  }
}

/** What the configuration names: keys and headers of providers. One that is not set is nobody's secret. */
export function configuredSecrets(
  { upstreams, chatCommands = {} }: Pick<Config, 'upstreams' | 'chatCommands'>,
  env: Environment,
): readonly string[] {
  const providers = Object.values(upstreams).flatMap(({ key, headers }) => [
    ...(key === undefined ? [] : [key]),
    ...Object.values(headers),
  ]);
  const named = [...providers, ...Object.values(chatCommands)];
  const exporter = (env['OTEL_EXPORTER_OTLP_HEADERS'] ?? '').split(',').map(valueOfPair);
  const database = env['PGPASSWORD'] ?? '';
  return [...named.map((one) => heldValue(one, env)), ...exporter, database].filter(
    (one) => one !== '',
  );
}

/** The private key of the audit's log. */
export function logSecret(data: string): readonly string[] {
  const [, seed = ''] = (textIfReadable(join(data, 'audit', 'log.key')) ?? '').split('\n');
  return seed === '' ? [] : [seed];
}

function heldValue(written: string, env: Environment): string {
  if (!isSecretRef(written)) return written;
  try {
    return secretOf(written, env);
  } catch {
    return '';
  }
}

function valueOfPair(pair: string): string {
  return pair.slice(pair.indexOf('=') + 1).trim();
}
