/**
 * The hash of an exchange: what the core's loop rule compares.
 *
 * Outputs alone repeat in healthy work ("Done.", the same check after every edit). So what is hashed
 * is the exchange: with tool calls the calls together with the outcomes they answer, exactly; for
 * words alone the SimHash of what came in and what went out, digits kept.
 */
import { hash } from 'node:crypto';
import { stableJson } from '../../base/stable-json.ts';
import { simhash } from '../text/simhash.ts';
import type { ToolEvent } from '../thread/transcript.ts';

/** The hash of one response that made tool calls, with their outcomes: 64 hex digits. */
export function toolExchangeHash(calls: readonly ToolEvent[]): string {
  const exchange = calls.map(({ tool, args, result, error }) =>
    stableJson({ tool, args, result, error: error ?? null }),
  );
  return hash('sha256', exchange.join('\n'), 'hex');
}

/** The hash of one response in words, with what it answers: a SimHash of 16 hex digits. */
export function textExchangeHash(input: string, output: string): string {
  return simhash(`${input}\n${output}`);
}
