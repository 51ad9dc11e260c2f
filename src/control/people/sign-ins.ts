/**
 * Sessions of browsers: a cookie that scripts of a page cannot read, and a second secret that only the page has.
 *
 * Browsers send a cookie to every port of a host, so an agent's own web server on this machine gets it too, when the
 * person visits it. With the cookie alone one can only read. Whatever changes something, and the question who is
 * signed in, needs the second secret, which a browser keeps apart for each port.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { BoundedMap } from '../../base/bounded-map.ts';
import type { Caller } from '../api/caller.ts';

const SESSION_MS = 12 * 3_600_000;
const SESSIONS_MAX = 200;
const CODE_MS = 15 * 60_000;
const CODES_MAX = 20;
const SECRET_BYTES = 32;
const COOKIE = 'tripwire_session';

/** A session as it is kept. */
interface SignIn {
  readonly caller: Caller;
  readonly csrf: string;
  /** The token that opened it; null for the owner's. */
  readonly tokenId: string | null;
  expiresAt: number;
}

/** A new session, as the person gets it. */
export interface NewSignIn {
  readonly cookie: string;
  readonly csrf: string;
  readonly expiresAt: number;
  readonly caller: Caller;
}

/** All sessions, and the codes of sign-in links. They live as long as the process. */
export class SignIns {
  readonly #now: () => number;
  readonly #secure: boolean;
  readonly #sessions = new BoundedMap<string, SignIn>(SESSIONS_MAX);
  readonly #codes = new BoundedMap<string, number>(CODES_MAX);

  constructor(now: () => number, secure: boolean) {
    this.#now = now;
    this.#secure = secure;
  }

  /** A code for a link; it signs its reader in once, as the owner. */
  newCode(): string {
    const code = randomBytes(SECRET_BYTES).toString('base64url');
    this.#codes.set(digest(code), this.#now() + CODE_MS);
    return code;
  }

  /** True once for every code that was given out and is not too old. */
  useCode(code: string): boolean {
    const key = digest(code);
    const until = this.#codes.get(key) ?? 0;
    this.#codes.delete(key);
    return this.#now() < until;
  }

  open(caller: Omit<Caller, 'signIn'>, tokenId: string | null): NewSignIn {
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const csrf = randomBytes(SECRET_BYTES).toString('base64url');
    const signIn = digest(secret);
    const expiresAt = this.#now() + SESSION_MS;
    const whole = { ...caller, signIn };
    this.#sessions.set(signIn, { caller: whole, csrf, tokenId, expiresAt });
    return { cookie: this.#cookie(secret, SESSION_MS / 1_000), csrf, expiresAt, caller: whole };
  }

  /** Who a cookie belongs to; null when it opens nothing. */
  callerOf(cookieHeader: string | undefined): Caller | null {
    const secret = cookieValue(cookieHeader);
    const key = secret === null ? '' : digest(secret);
    const found = this.#sessions.get(key);
    if (found === undefined) return null;
    if (this.#now() >= found.expiresAt) {
      this.#sessions.delete(key);
      return null;
    }
    found.expiresAt = this.#now() + SESSION_MS;
    return found.caller;
  }

  /** Whether the second secret belongs to the caller's session; a bearer token needs none. */
  isOwnPage({ signIn }: Caller, shown: string | undefined): boolean {
    if (signIn === null) return true;
    const csrf = this.#sessions.get(signIn)?.csrf;
    if (csrf === undefined || shown === undefined) return false;
    return timingSafeEqual(Buffer.from(digest(csrf)), Buffer.from(digest(shown)));
  }

  expiresAt({ signIn }: Caller): number | null {
    return this.#sessions.get(signIn ?? '')?.expiresAt ?? null;
  }

  /** Ends a session; returns the header that makes the browser forget it. */
  close({ signIn }: Caller): string {
    this.#sessions.delete(signIn ?? '');
    return this.#cookie('', 0);
  }

  /** Ends every session that this token opened. */
  closeOf(tokenId: string): void {
    for (const [key, one] of this.#sessions) {
      if (one.tokenId === tokenId) this.#sessions.delete(key);
    }
  }

  #cookie(value: string, maxAgeS: number): string {
    const rules = `Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict`;
    return `${COOKIE}=${value}; ${rules}${this.#secure ? '; Secure' : ''}`;
  }
}

function cookieValue(header: string | undefined): string | null {
  for (const part of (header ?? '').split(';')) {
    const [name, value] = part.split('=', 2);
    if (name?.trim() === COOKIE && value !== undefined && value !== '') return value.trim();
  }
  return null;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
