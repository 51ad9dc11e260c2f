/**
 * Who may use the API: whoever shows a token, or the cookie of a session.
 *
 * Wrong tokens are counted by address and soon answered with 429. The right token passes even then: agents share
 * the loopback address with the person, and none of them may lock that person out of the kill switch.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BoundedMap } from '../../base/bounded-map.ts';
import type { Caller } from '../api/caller.ts';
import { Problem } from '../api/problem.ts';
import type { OwnerTokens } from './owner-tokens.ts';
import type { Known } from './sign-in-codes.ts';
import type { SignIns } from './sign-ins.ts';
import type { TokenBook } from './token-book.ts';

const FAILURES_MAX = 10;
const FAILURES_WINDOW_MS = 60_000;
/** Addresses that are remembered; the one that failed first goes. */
const ADDRESSES_MAX = 1_000;
const OWNER = 'api';

interface Failures {
  readonly since: number;
  readonly count: number;
}

/** Who is known, and by what. */
export interface LoginParts {
  /** Of the owner. */
  readonly token: string;
  /** The same of other nodes. */
  readonly owners: Pick<OwnerTokens, 'isOwner'>;
  readonly now: () => number;
  readonly tokens: TokenBook;
  readonly signIns: SignIns;
}

/** Checks tokens, and remembers who failed. */
export class Login {
  readonly #expected: Buffer;
  readonly #owners: LoginParts['owners'];
  readonly #now: () => number;
  readonly #tokens: TokenBook;
  readonly #signIns: SignIns;
  readonly #failures = new BoundedMap<string, Failures>(ADDRESSES_MAX);

  constructor(parts: LoginParts) {
    const { token, owners, now, tokens, signIns } = parts;
    this.#expected = digest(token);
    this.#owners = owners;
    this.#now = now;
    this.#tokens = tokens;
    this.#signIns = signIns;
  }

  /** Who sent a request; throws when nobody says. */
  async require(request: IncomingMessage): Promise<Caller> {
    const { authorization, cookie } = request.headers;
    if (authorization === undefined) await this.#signIns.learn(cookie);
    const caller = this.callerOf(request);
    if (caller === null) throw this.#refused(request.socket.remoteAddress ?? '');
    return caller;
  }

  /** Who sent a request, as of now; null when nobody says. A token counts more than a cookie. */
  callerOf({ headers: { authorization, cookie } }: IncomingMessage): Caller | null {
    const shown = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
    const caller = this.#known(shown)?.caller;
    if (caller !== undefined) return caller;
    return authorization === undefined ? this.#signIns.callerOf(cookie) : null;
  }

  /** The owner of a token that was sent to sign in; throws when it is nobody's. */
  requireToken(token: string, { socket }: IncomingMessage): Known {
    const known = this.#known(token);
    if (known === null) throw this.#refused(socket.remoteAddress ?? '');
    return known;
  }

  /** Throws unless the code is one of a sign-in link that nobody used. */
  async requireCode(code: string, { socket }: IncomingMessage): Promise<Known> {
    const known = await this.#signIns.codes.use(code);
    if (known === null) throw this.#refused(socket.remoteAddress ?? '');
    return known;
  }

  /** Who asks, with the token behind it: a link that is made for them signs in as no more. */
  knownOf(caller: Caller, { headers: { authorization } }: IncomingMessage): Known {
    if (caller.signIn !== null) return { caller, tokenId: this.#signIns.tokenOf(caller) };
    const shown = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
    return this.#known(shown) ?? { caller, tokenId: null };
  }

  #known(token: string): (Known & { readonly caller: Caller }) | null {
    // Digests have one length, so the comparison tells nothing about the token, not even how long it is.
    if (token === '') return null;
    const isOwn = timingSafeEqual(digest(token), this.#expected);
    if (isOwn || this.#owners.isOwner(token)) return { caller: owner(), tokenId: null };
    const found = this.#tokens.callerOf(token);
    if (found === null) return null;
    const { tokenId, ...caller } = found;
    return { caller, tokenId };
  }

  #refused(address: string): Problem {
    const failures = this.#count(address);
    if (failures.count <= FAILURES_MAX) {
      return new Problem(
        'not-signed-in',
        'Send the header "Authorization: Bearer TOKEN". The token is in the file admin-token of ' +
          "Tripwire's data folder (~/.tripwire unless you chose another). In a browser, sign in again.",
        { 'www-authenticate': 'Bearer realm="tripwire"' },
      );
    }
    const waitS = Math.ceil((failures.since + FAILURES_WINDOW_MS - this.#now()) / 1_000);
    return new Problem(
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
    this.#failures.set(address, failures);
    return failures;
  }
}

/** Whoever owns the data folder. */
export function owner(): Caller {
  return { name: OWNER, role: 'admin', isOwner: true, signIn: null };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
