/**
 * What a hook leaves behind, as the body of an HTTP answer: for clients that ask by HTTP instead of starting a command.
 *
 * There is no exit code and no standard error there, and clients take an empty body for consent. So a refusal is always
 * said in the client's own words, and passing is said by an object without any.
 */
import { hooksOf, type ClientId } from '../clients/table.ts';
import type { HookOutput } from './hook-output.ts';

/** The body: always a JSON object. */
export function httpAnswer(client: ClientId, { stdout, stderr, exitCode }: HookOutput): string {
  if (stdout !== '') return stdout;
  const answer = exitCode === 0 ? {} : hooksOf(client).refusal(stderr.trim());
  return `${JSON.stringify(answer)}\n`;
}
