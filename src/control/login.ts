/**
 * Who may use the API: whoever shows the token.
 *
 * Wrong tokens are counted by address and soon answered with 429. The right token passes even then: agents share
 * the loopback address with the person, and none of them may lock that person out of the kill switch.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { Problem } from './problem.ts';

const FAILURES_MAX = 10;
const FAILURES_WINDOW_MS = 60_000;
/** Addresses that are remembered; the one that failed first goes. */
const ADDRESSES_MAX = 1_000;

interface Failures {
  readonly since: number;
  readonly count: number;
}

/** Checks tokens, and remembers who failed. */
export class Login {
  readonly #expected: Buffer;
  readonly #now: () => number;
  readonly #failures = new Map<string, Failures>();

  constructor(token: string, now: () => number) {
    this.#expected = digest(token);
    this.#now = now;
  }

  /** Throws unless the header carries the token. */
  require(authorization: string | undefined, address: string): void {
    const shown = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
    // Digests have one length, so the comparison tells nothing about the token, not even how long it is.
    if (shown !== '' && timingSafeEqual(digest(shown), this.#expected)) return;
    const failures = this.#count(address);
    if (failures.count <= FAILURES_MAX) {
      throw new Problem(
        'not-signed-in',
        'Send the header "Authorization: Bearer TOKEN". The token is in the file admin-token of ' +
          "Tripwire's data folder (~/.tripwire unless you chose another).",
        { 'www-authenticate': 'Bearer realm="tripwire"' },
      );
    }
    const waitS = Math.ceil((failures.since + FAILURES_WINDOW_MS - this.#now()) / 1_000);
    throw new Problem(
      'too-many-failures',
      `${failures.count} wrong tokens came from this address within a minute; ${FAILURES_MAX} are answered. ` +
        `Wait ${waitS} s, or send the right token: that one always passes.`,
      { 'retry-after': String(waitS) },
    );
  }

  #count(address: string): Failures {
    const now = this.#now();
    const known = this.#failures.get(address);
    const isCurrent = known !== undefined && now - known.since < FAILURES_WINDOW_MS;
    const failures = isCurrent ? { ...known, count: known.count + 1 } : { since: now, count: 1 };
    if (!isCurrent) this.#failures.delete(address);
    this.#failures.set(address, failures);
    if (this.#failures.size > ADDRESSES_MAX) {
      this.#failures.delete(this.#failures.keys().next().value ?? '');
    }
    return failures;
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
