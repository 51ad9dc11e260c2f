/**
 * Engines and the advisor as the manifest may write them.
 */
import { objectOrNull } from '../../base/json-values.ts';
import {
  ADVISOR_BY_DEFAULT,
  COOLDOWN_MINUTES_DEFAULT,
  ENGINE_CONTEXTS,
  type AdvisorSettings,
  type Engine,
} from './engines.ts';
import type { ValueKind } from './manifest-values.ts';

const ENGINES_MAX = 16;
const WORDS_MAX = 64;
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const WHOLE_MAX = 1_000_000_000;

const ENGINE_KEYS = { cooldownMinutes: 'cooldown_minutes' };
const ADVISOR_KEYS = {
  timeoutSeconds: 'timeout_seconds',
  maxCalls: 'max_calls',
  maxTokens: 'max_tokens',
  maxUsd: 'max_usd',
};

/** The chain: engines with different names. */
export const engineList: ValueKind<readonly Engine[]> = {
  words: `a list of at most ${ENGINES_MAX} engines with different names, each {name, command, context: ${ENGINE_CONTEXTS.join(' | ')}, cooldown_minutes}`,
  read: (written) => {
    if (!Array.isArray(written) || written.length === 0 || written.length > ENGINES_MAX)
      return undefined;
    const engines = written.map(engineOf).filter((one) => one !== undefined);
    const names = new Set(engines.map(({ name }) => name));
    return names.size === written.length ? engines : undefined;
  },
  write: (value) =>
    Array.isArray(value) ? value.map((one: unknown) => named(one, ENGINE_KEYS)) : value,
};

/** The advisor: its commands in order, and its limits. */
export const advisorSettings: ValueKind<AdvisorSettings> = {
  words:
    '{commands: a list of command lines, timeout_seconds, max_calls, max_tokens: whole numbers, max_usd: a number}',
  read: (written) => {
    const members = objectOrNull(written);
    if (members === null) return undefined;
    const { commands, timeout_seconds, max_calls, max_tokens, max_usd, ...others } = members;
    const list = commands === undefined ? ADVISOR_BY_DEFAULT.commands : commandsOf(commands);
    const timeoutSeconds = whole(timeout_seconds, 1, ADVISOR_BY_DEFAULT.timeoutSeconds);
    const maxCalls = whole(max_calls, 0, ADVISOR_BY_DEFAULT.maxCalls);
    const maxTokens = whole(max_tokens, 0, ADVISOR_BY_DEFAULT.maxTokens);
    const maxUsd = amount(max_usd, ADVISOR_BY_DEFAULT.maxUsd);
    if (list === undefined || timeoutSeconds === null || maxCalls === null) return undefined;
    if (maxTokens === null || maxUsd === null || Object.keys(others).length > 0) return undefined;
    return { commands: list, timeoutSeconds, maxCalls, maxTokens, maxUsd };
  },
  write: (value) => named(value, ADVISOR_KEYS),
};

/** The value with its members named as in the manifest. */
function named(value: unknown, keys: Readonly<Record<string, string>>): unknown {
  const members = objectOrNull(value);
  if (members === null) return value;
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [keys[name] ?? name, member]),
  );
}

function engineOf(written: unknown): Engine | undefined {
  const members = objectOrNull(written);
  if (members === null) return undefined;
  const { name, command, context = 'default', cooldown_minutes, ...others } = members;
  const words = wordsOf(command);
  const found = ENGINE_CONTEXTS.find((one) => one === context);
  const cooldownMinutes = whole(cooldown_minutes, 0, COOLDOWN_MINUTES_DEFAULT);
  const isEngine = typeof name === 'string' && NAME.test(name) && Object.keys(others).length === 0;
  if (!isEngine || words === undefined || found === undefined || cooldownMinutes === null) {
    return undefined;
  }
  return { name, command: words, context: found, cooldownMinutes };
}

function commandsOf(written: unknown): readonly (readonly string[])[] | undefined {
  if (!Array.isArray(written) || written.length > ENGINES_MAX) return undefined;
  const lines = written.map(wordsOf).filter((one) => one !== undefined);
  return lines.length === written.length ? lines : undefined;
}

/** A list of words, or a line that is split at its spaces: nothing in it is quoted. */
function wordsOf(written: unknown): readonly string[] | undefined {
  const words: unknown[] =
    typeof written === 'string'
      ? written.split(/\s+/).filter((word) => word !== '')
      : Array.isArray(written)
        ? written
        : [];
  const isLine = words.length > 0 && words.length <= WORDS_MAX;
  return isLine && words.every((word) => typeof word === 'string' && word !== '')
    ? (words as string[])
    : undefined;
}

function whole(written: unknown, from: number, ifAbsent: number): number | null {
  if (written === undefined) return ifAbsent;
  const isWhole = Number.isInteger(written) && Number(written) >= from;
  return isWhole && Number(written) <= WHOLE_MAX ? Number(written) : null;
}

/** Money, where fractions are welcome. */
function amount(written: unknown, ifAbsent: number): number | null {
  if (written === undefined) return ifAbsent;
  return typeof written === 'number' && written >= 0 && written <= WHOLE_MAX ? written : null;
}
