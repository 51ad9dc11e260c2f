/**
 * The one client of the page, and the second secret of its session.
 *
 * The cookie alone only reads. What changes something carries this secret, which the browser keeps for this very
 * origin, so that a page on another port of the machine never has it.
 */
import { cleanText } from '../../../src/base/clean-text.ts';
import { ApiClient } from '../../../src/control/api/client.ts';

/** The name of an endpoint: its method and path. */
export type EndpointName = Parameters<ApiClient['call']>[0];

const SECRET = 'tripwire.page-secret';
const ANSWER_MS_MAX = 30_000;

/** Keeps the secret of a new session; null forgets it. */
export function keepSecret(secret: string | null): void {
  if (secret === null) localStorage.removeItem(SECRET);
  else localStorage.setItem(SECRET, secret);
}

/** What is wrong, without the sentences that tell a program which path to call. */
function withoutApiWords(problem: string): string {
  try {
    const { detail, ...rest } = JSON.parse(problem) as { readonly detail: string };
    const sentences = detail
      .split(/(?<=[.!?]) +/)
      .filter((one) => !/\b(?:GET|POST|PATCH|DELETE) \/|\/api\/|\bheader\b/i.test(one));
    return JSON.stringify({ ...rest, detail: sentences.join(' ') });
  } catch {
    return problem;
  }
}

export const api = new ApiClient({
  fetch: async (input, init) => {
    const headers = new Headers(init?.headers);
    const secret = localStorage.getItem(SECRET);
    if (secret !== null) headers.set('x-csrf-token', secret);
    // A server that takes the request and says nothing is as good as gone.
    const late = AbortSignal.timeout(ANSWER_MS_MAX);
    const given = init?.signal ?? null;
    const signal = given === null ? late : AbortSignal.any([given, late]);
    const answer = await fetch(input, { ...init, headers, signal });
    if (answer.body === null) return new Response(null, answer);
    // Words of agents are in it: nothing that turns the order of reading reaches a page. Checks read for themselves.
    const text = cleanText(await answer.text());
    return new Response(answer.ok ? text : withoutApiWords(text), answer);
  },
});
