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
import type { OwnerTokens } from './owner-tokens.ts';
import { SignInCodes } from './sign-in-codes.ts';
import type { TokenBook } from './token-book.ts';

const SESSION_MS = 12 * 3_600_000;
const SESSIONS_MAX = 200;
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
  /** The mark of that token, by which other nodes of a fleet know it; absent in sessions from before. */
  owner: z.string().optional(),
  expiresAt: z.number(),
});
/** A session as it is kept, under the hash of its secret. */
type SignIn = z.output<typeof sessionShape>;

/** The same in memory, with what the store is known to have of it. */
interface Held {
  readonly signIn: SignIn;
  body: string;
  keptAt: number;
}

/** A new session, as the person gets it. */
export interface NewSignIn {
  readonly cookie: string;
  readonly csrf: string;
  readonly expiresAt: number;
  readonly caller: Caller;
}

/** What sessions are kept with. */
export interface SignInParts {
  readonly store: Store;
  readonly now: () => number;
  /** Cookies go over TLS alone. */
  readonly secure: boolean;
  readonly ownerToken: string;
  /** The tokens of all nodes. */
  readonly owners: Pick<OwnerTokens, 'own' | 'has'>;
  readonly tokens: Pick<TokenBook, 'all'>;
  readonly log: Log;
}

/** All sessions. They outlive the process, and one that was opened on another node counts here. */
export class SignIns {
  readonly #parts: SignInParts;
  readonly #documents: Documents<SignIn>;
  readonly #sessions = new BoundedMap<string, Held>(SESSIONS_MAX);
  readonly codes: SignInCodes;

  private constructor(parts: SignInParts) {
    this.#parts = parts;
    this.#documents = new Documents(parts.store, 'sign-in', sessionShape);
    this.codes = new SignInCodes(parts.store, parts.now, parts.log);
  }

  /** With the sessions of before; those of tokens that are gone, or of another token of the owner, are forgotten. */
  static async open(parts: SignInParts): Promise<SignIns> {
    const signIns = new SignIns(parts);
    const gone: string[] = [];
    for (const { id, value, body } of await signIns.#documents.all()) {
      if (signIns.#isInForce(id, value)) signIns.#hold(id, value, body);
      else gone.push(id);
    }
    await signIns.#forget(gone);
    return signIns;
  }

  /** Reads which sessions are in force: another node may have ended some, or a token that opened them. */
  async reload(): Promise<void> {
    const found = new Map((await this.#documents.all()).map((one) => [one.id, one]));
    const ids = Array.from(this.#sessions, ([id]) => id);
    for (const id of ids) {
      const kept = found.get(id);
      if (kept === undefined || !this.#isInForce(id, kept.value)) this.#sessions.delete(id);
      else this.#hold(id, kept.value, kept.body);
    }
  }

  /** Reads the session of a cookie that is not known here, or seems to be over: another node may have opened or used it. */
  async learn(cookieHeader: string | undefined): Promise<void> {
    const secret = cookieValue(cookieHeader);
    if (secret === null) return;
    const id = digest(secret);
    const held = this.#sessions.get(id);
    if (held !== undefined && this.#parts.now() < held.signIn.expiresAt) return;
    const kept = await this.#documents.find(id);
    if (kept !== null && this.#isInForce(id, kept.value)) this.#hold(id, kept.value, kept.body);
  }

  #hold(id: string, signIn: SignIn, body: string): void {
    const keptAt = signIn.expiresAt - SESSION_MS;
    this.#sessions.set(id, { signIn: { ...signIn }, body, keptAt });
  }

  #isInForce(id: string, { tokenId, ownerMark, owner, expiresAt }: SignIn): boolean {
    const { owners, tokens, now } = this.#parts;
    const isOwners = () =>
      ownerMark === this.#ownerMark(id) || (owner !== undefined && owners.has(owner));
    const isKnown =
      tokenId === null ? isOwners() : tokens.all().some((token) => token.id === tokenId);
    return isKnown && expiresAt > now();
  }

  async open(caller: Omit<Caller, 'signIn'>, tokenId: string | null): Promise<NewSignIn> {
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const csrf = randomBytes(SECRET_BYTES).toString('base64url');
    const signIn = digest(secret);
    const expiresAt = this.#parts.now() + SESSION_MS;
    const { name, role, isOwner } = caller;
    const kept: SignIn = {
      name,
      role,
      isOwner,
      csrfHash: digest(csrf),
      tokenId,
      ownerMark: this.#ownerMark(signIn),
      owner: this.#parts.owners.own,
      expiresAt,
    };
    const { body } = this.#documents.document(signIn, expiresAt, kept);
    this.#sessions.set(signIn, { signIn: kept, body, keptAt: this.#parts.now() });
    // One that can't be kept ends with the process.
    await this.#documents
      .put(signIn, expiresAt, kept)
      .catch(toLog(this.#parts.log, 'control', 'keeping a session'));
    const whole = { ...caller, signIn };
    return { cookie: this.#cookie(secret, SESSION_MS / 1_000), csrf, expiresAt, caller: whole };
  }

  /** Who a cookie belongs to; null when it opens nothing. */
  callerOf(cookieHeader: string | undefined): Caller | null {
    const secret = cookieValue(cookieHeader);
    const key = secret === null ? '' : digest(secret);
    const held = this.#sessions.get(key);
    if (held === undefined) return null;
    const now = this.#parts.now();
    if (now >= held.signIn.expiresAt) {
      this.#sessions.delete(key);
      void this.#end(key, held).catch(
        toLog(this.#parts.log, 'control', 'forgetting a session that is over'),
      );
      return null;
    }
    held.signIn.expiresAt = now + SESSION_MS;
    if (now - held.keptAt > KEEP_EVERY_MS) {
      held.keptAt = now;
      void this.#keep(key, held).catch(toLog(this.#parts.log, 'control', 'keeping a session'));
    }
    const { name, role, isOwner } = held.signIn;
    return { name, role, isOwner, signIn: key };
  }

  /** Whether the second secret belongs to the caller's session; a bearer token needs none. */
  isOwnPage({ signIn }: Caller, shown: string | undefined): boolean {
    if (signIn === null) return true;
    const kept = this.#sessions.get(signIn)?.signIn.csrfHash;
    if (kept === undefined || shown === undefined) return false;
    return timingSafeEqual(Buffer.from(kept), Buffer.from(digest(shown)));
  }

  expiresAt({ signIn }: Caller): number | null {
    return this.#sessions.get(signIn ?? '')?.signIn.expiresAt ?? null;
  }

  /** The token that a caller's session was opened with. */
  tokenOf({ signIn }: Caller): string | null {
    return this.#sessions.get(signIn ?? '')?.signIn.tokenId ?? null;
  }

  /** Ends a session; returns the header that makes the browser forget it. */
  async close({ signIn }: Caller): Promise<string> {
    this.#sessions.delete(signIn ?? '');
    if (signIn !== null) await this.#forget([signIn]);
    return this.#cookie('', 0);
  }

  /** Ends every session that this token opened, on whichever node, and its links. */
  async closeOf(tokenId: string): Promise<void> {
    const found = await this.#documents.all();
    const here = [...this.#sessions].filter(([, { signIn }]) => signIn.tokenId === tokenId);
    const ended = new Set([
      ...here.map(([key]) => key),
      ...found.filter(({ value }) => value.tokenId === tokenId).map(({ id }) => id),
    ]);
    for (const key of ended) this.#sessions.delete(key);
    await this.codes.forgetOf(tokenId);
    await this.#forget([...ended]);
  }

  #ownerMark(signIn: string): string {
    return digest(`${signIn}\n${this.#parts.ownerToken}`);
  }

  /** Writes until when it lasts now, unless another node did, or ended it. */
  async #keep(id: string, held: Held): Promise<void> {
    const { signIn } = held;
    const document = this.#documents.document(id, signIn.expiresAt, signIn);
    const expect = [this.#documents.known(id, held)];
    if (await this.#parts.store.changeDocuments({ put: [document], expect })) {
      held.body = document.body;
      return;
    }
    const kept = await this.#documents.find(id);
    if (kept === null) this.#sessions.delete(id);
    else held.body = kept.body;
  }

  /** Forgets one that is over, unless it was used on another node. */
  async #end(id: string, held: Held): Promise<void> {
    const expect = [this.#documents.known(id, held)];
    await this.#parts.store.changeDocuments({ expect, remove: [{ kind: 'sign-in', id }] });
  }

  async #forget(signIns: readonly string[]): Promise<void> {
    if (signIns.length === 0) return;
    await this.#parts.store
      .changeDocuments({ remove: signIns.map((id) => ({ kind: 'sign-in', id })) })
      .catch(toLog(this.#parts.log, 'control', 'forgetting a session'));
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
