/**
 * Sessions of browsers: a cookie that scripts of a page cannot read, and a second secret that only the page has.
 *
 * Browsers send a cookie to every port of a host, so an agent's own web server on this machine gets it too, when the
 * person visits it. With the cookie alone one can only read. Whatever changes something, and the question who is
 * signed in, needs the second secret, which a browser keeps apart for each port.
 *
 * Sessions are kept in the store, so that a restart signs nobody out; of their secrets only hashes.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { BoundedMap } from '../../base/bounded-map.ts';
import { toLog, type Log } from '../../base/log.ts';
import type { Store } from '../../store/index.ts';
import type { Caller } from '../api/caller.ts';
import { Documents } from '../api/documents.ts';
import { ROLES } from '../api/schemas-people.ts';
import type { TokenBook } from './token-book.ts';

const SESSION_MS = 12 * 3_600_000;
const SESSIONS_MAX = 200;
const CODE_MS = 15 * 60_000;
const CODES_MAX = 20;
/** How often a session that is used is written again. */
const KEEP_EVERY_MS = 600_000;
const SECRET_BYTES = 32;
const COOKIE = 'tripwire_session';

const sessionShape = z.object({
  name: z.string(),
  role: z.enum(ROLES),
  isOwner: z.boolean(),
  /** Of the second secret. */
  csrfHash: z.string(),
  /** The token that opened it; null for the owner's. */
  tokenId: z.string().nullable(),
  /** Of the owner's token: a session of the owner ends with the token it was opened under. */
  ownerMark: z.string(),
  expiresAt: z.number(),
});
/** A session as it is kept, under the hash of its secret. */
type SignIn = z.output<typeof sessionShape>;

/** A new session, as the person gets it. */
export interface NewSignIn {
  readonly cookie: string;
  readonly csrf: string;
  readonly expiresAt: number;
  readonly caller: Caller;
}

/** A caller with the token it showed; null is the owner's. */
export interface Known {
  readonly caller: Omit<Caller, 'signIn'>;
  readonly tokenId: string | null;
}

/** The link that signs its reader in, once. */
interface Code extends Known {
  readonly until: number;
}

/** What sessions are kept with. */
export interface SignInParts {
  readonly store: Store;
  readonly now: () => number;
  /** Cookies go over TLS alone. */
  readonly secure: boolean;
  readonly ownerToken: string;
  readonly tokens: Pick<TokenBook, 'all'>;
  readonly log: Log;
}

/** All sessions, which outlive the process, and the codes of sign-in links, which do not. */
export class SignIns {
  readonly #parts: SignInParts;
  readonly #documents: Documents<SignIn>;
  readonly #sessions = new BoundedMap<string, SignIn>(SESSIONS_MAX);
  readonly #codes = new BoundedMap<string, Code>(CODES_MAX);
  readonly #keptAt = new BoundedMap<string, number>(SESSIONS_MAX);

  private constructor(parts: SignInParts) {
    this.#parts = parts;
    this.#documents = new Documents(parts.store, 'sign-in', sessionShape);
  }

  /** With the sessions of before; those of tokens that are gone, or of another token of the owner, are forgotten. */
  static async open(parts: SignInParts): Promise<SignIns> {
    const signIns = new SignIns(parts);
    for (const { id, value } of await signIns.#documents.all()) {
      if (signIns.#isInForce(id, value)) signIns.#sessions.set(id, value);
      else await signIns.#documents.remove(id);
    }
    return signIns;
  }

  /** Reads which sessions are in force: another node may have ended some, or a token that opened them. */
  async reload(): Promise<void> {
    const found = new Map((await this.#documents.all()).map(({ id, value }) => [id, value]));
    const ids = Array.from(this.#sessions, ([id]) => id);
    for (const id of ids) {
      const kept = found.get(id);
      if (kept === undefined || !this.#isInForce(id, kept)) this.#sessions.delete(id);
    }
    const tokens = new Set(this.#parts.tokens.all().map(({ id }) => id));
    for (const [key, { tokenId }] of this.#codes) {
      if (tokenId !== null && !tokens.has(tokenId)) this.#codes.delete(key);
    }
  }

  #isInForce(id: string, { tokenId, ownerMark, expiresAt }: SignIn): boolean {
    const isKnown =
      tokenId === null
        ? ownerMark === this.#ownerMark(id)
        : this.#parts.tokens.all().some((token) => token.id === tokenId);
    return isKnown && expiresAt > this.#parts.now();
  }

  /** A code for a link; it signs its reader in once, as whoever asked for it. */
  newCode({ caller, tokenId }: Known): { readonly code: string; readonly expiresAt: number } {
    const code = randomBytes(SECRET_BYTES).toString('base64url');
    const until = this.#parts.now() + CODE_MS;
    this.#codes.set(digest(code), { caller, tokenId, until });
    return { code, expiresAt: until };
  }

  /** Whom a code signs in, once; null when it was not given out, is used, or is too old. */
  useCode(code: string): Known | null {
    const key = digest(code);
    const found = this.#codes.get(key);
    this.#codes.delete(key);
    return found === undefined || this.#parts.now() >= found.until ? null : found;
  }

  async open(caller: Omit<Caller, 'signIn'>, tokenId: string | null): Promise<NewSignIn> {
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const csrf = randomBytes(SECRET_BYTES).toString('base64url');
    const signIn = digest(secret);
    const expiresAt = this.#parts.now() + SESSION_MS;
    const { name, role, isOwner } = caller;
    const ownerMark = this.#ownerMark(signIn);
    const kept = { name, role, isOwner, csrfHash: digest(csrf), tokenId, ownerMark, expiresAt };
    this.#sessions.set(signIn, kept);
    await this.#keep(signIn, kept);
    const whole = { ...caller, signIn };
    return { cookie: this.#cookie(secret, SESSION_MS / 1_000), csrf, expiresAt, caller: whole };
  }

  /** Who a cookie belongs to; null when it opens nothing. */
  callerOf(cookieHeader: string | undefined): Caller | null {
    const secret = cookieValue(cookieHeader);
    const key = secret === null ? '' : digest(secret);
    const found = this.#sessions.get(key);
    if (found === undefined) return null;
    const now = this.#parts.now();
    if (now >= found.expiresAt) {
      this.#sessions.delete(key);
      void this.#forget([key]);
      return null;
    }
    found.expiresAt = now + SESSION_MS;
    if (now - (this.#keptAt.get(key) ?? 0) > KEEP_EVERY_MS) void this.#keep(key, found);
    const { name, role, isOwner } = found;
    return { name, role, isOwner, signIn: key };
  }

  /** Whether the second secret belongs to the caller's session; a bearer token needs none. */
  isOwnPage({ signIn }: Caller, shown: string | undefined): boolean {
    if (signIn === null) return true;
    const kept = this.#sessions.get(signIn)?.csrfHash;
    if (kept === undefined || shown === undefined) return false;
    return timingSafeEqual(Buffer.from(kept), Buffer.from(digest(shown)));
  }

  expiresAt({ signIn }: Caller): number | null {
    return this.#sessions.get(signIn ?? '')?.expiresAt ?? null;
  }

  /** The token that a caller's session was opened with. */
  tokenOf({ signIn }: Caller): string | null {
    return this.#sessions.get(signIn ?? '')?.tokenId ?? null;
  }

  /** Ends a session; returns the header that makes the browser forget it. */
  async close({ signIn }: Caller): Promise<string> {
    this.#sessions.delete(signIn ?? '');
    if (signIn !== null) await this.#forget([signIn]);
    return this.#cookie('', 0);
  }

  /** Ends every session that this token opened, and its links. */
  async closeOf(tokenId: string): Promise<void> {
    const ended = [...this.#sessions].filter(([, one]) => one.tokenId === tokenId);
    for (const [key] of ended) this.#sessions.delete(key);
    for (const [key, one] of this.#codes) if (one.tokenId === tokenId) this.#codes.delete(key);
    await this.#forget(ended.map(([key]) => key));
  }

  #ownerMark(signIn: string): string {
    return digest(`${signIn}\n${this.#parts.ownerToken}`);
  }

  /** One that can't be kept ends with the process. */
  async #keep(signIn: string, kept: SignIn): Promise<void> {
    const { now, log } = this.#parts;
    this.#keptAt.set(signIn, now());
    await this.#documents
      .put(signIn, kept.expiresAt, kept)
      .catch(toLog(log, 'control', 'keeping a session'));
  }

  async #forget(signIns: readonly string[]): Promise<void> {
    for (const signIn of signIns) {
      await this.#documents
        .remove(signIn)
        .catch(toLog(this.#parts.log, 'control', 'forgetting a session'));
    }
  }

  #cookie(value: string, maxAgeS: number): string {
    const rules = `Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict`;
    return `${COOKIE}=${value}; ${rules}${this.#parts.secure ? '; Secure' : ''}`;
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
