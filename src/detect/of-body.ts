/**
 * What the package tells about a request body, for programs that have a body and its path. Each function reads the
 * body for itself; inside Tripwire a body is read once, and the `Conversation` is asked.
 */
import {
  conversationOf,
  lastUserText,
  sideKindOf,
  TURN_METADATA,
  type SideRequestKind,
} from '../wire/index.ts';
import { historyOf } from './thread/history.ts';
import type { EarlierCall } from './thread/join-calls.ts';
import type { KnownThread } from './thread/known-thread.ts';
import { allEvents, newEvents, type Rebuilt } from './thread/rebuild-transcript.ts';
import { opensWithSummary, threadKeyOf } from './thread/thread-key.ts';
import type { TranscriptEvent } from './thread/transcript.ts';

/** What else is known of a request. */
export interface RequestAbout {
  readonly path?: string;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface RebuildOptions {
  /** The request's path, the best witness of its format. */
  readonly path?: string;
  /** Calls of earlier answers, for requests that carry results alone. */
  readonly earlierCalls?: readonly EarlierCall[];
}

/** What a body adds to a thread; nothing when it cannot be read. */
export interface RebuiltBody extends Omit<Rebuilt, 'change'> {
  readonly change: Rebuilt['change'] | 'unreadable';
}

/** The text of the last user message; null when there is none. */
export function lastUserMessage(body: unknown, path?: string): string | null {
  const conversation = conversationOf(body, path);
  return conversation === null ? null : lastUserText(conversation);
}

/** What kind of side request it is; null for a step. */
export function sideRequestKind(body: unknown, about: RequestAbout = {}): SideRequestKind | null {
  const { path, headers } = about;
  const told = headers?.[TURN_METADATA];
  return sideKindOf(conversationOf(body, path), {
    ...(path === undefined ? {} : { path }),
    ...(typeof told === 'string' ? { turnMetadata: told } : {}),
  });
}

/** Whether a request is no step of an agent. */
export function isSideRequest(body: unknown, about: RequestAbout = {}): boolean {
  return sideRequestKind(body, about) !== null;
}

/** The key of the thread that a request belongs to; null for what is no conversation or holds no beginning of one. */
export function threadKey(body: unknown, path?: string): string | null {
  const conversation = conversationOf(body, path);
  return conversation === null ? null : threadKeyOf(conversation);
}

/** Whether a conversation begins with the summary of an earlier one, so that its key is not the earlier one's. */
export function startsWithSummary(body: unknown, path?: string): boolean {
  const conversation = conversationOf(body, path);
  return conversation !== null && opensWithSummary(conversation);
}

/** All events of a request or of a list of messages, as if nothing of it were known. */
export function rebuildTranscript(body: unknown, path?: string): readonly TranscriptEvent[] {
  const conversation = conversationOf(body, path);
  return conversation === null ? [] : allEvents(conversation.pieces);
}

/** The events that a request adds to what is known of its thread. */
export function rebuildNew(
  known: KnownThread | null,
  body: unknown,
  options: RebuildOptions = {},
): RebuiltBody {
  const conversation = conversationOf(body, options.path);
  if (conversation === null) return { events: [], known, change: 'unreadable' };
  return newEvents(known, historyOf(conversation), options.earlierCalls);
}
