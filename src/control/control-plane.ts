/**
 * What the handlers of the API work with, and what they answer.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isAgentName } from '../config/index.ts';
import type { Constitution } from '../core/index.ts';
import type { Gate } from '../gate/index.ts';
import type { Store } from '../store/index.ts';
import type { EventFeeds } from './event-feed.ts';
import { Problem } from './problem.ts';
import type { WindowsAsked, WindowsPage } from './window-reads.ts';

/** What a server is about. */
export interface Plane {
  readonly gate: Gate;
  readonly store: Store;
  readonly version: string;
  readonly constitution: Constitution;
  readonly dataDir: string;
  readonly startedAt: number;
  readonly feeds: EventFeeds;
  /** Null when no windows are measured. */
  readonly windows: ((agent: string, asked: WindowsAsked) => Promise<WindowsPage>) | null;
}

/** A request that may be served. */
export interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** What stands in the variable parts of the path, decoded. */
  readonly params: readonly string[];
  readonly query: URLSearchParams;
}

/** An answer; null when the handler answered by itself. */
export type Reply = { readonly status: number; readonly body: unknown } | null;

/** Serves one method of one path. */
export type Handler = (plane: Plane, asked: Asked) => Promise<Reply>;

const NAMES_SHOWN_MAX = 10;

/** The agent that the path names, if there is one. */
export async function knownAgent({ gate }: Plane, { params }: Asked): Promise<string> {
  const [name = ''] = params;
  if (isAgentName(name) && gate.isKnown(name)) return name;
  const names = (await gate.agents()).map(({ id }) => id);
  const shown = names.slice(0, NAMES_SHOWN_MAX).join(', ');
  const more = names.length > NAMES_SHOWN_MAX ? ` and ${names.length - NAMES_SHOWN_MAX} more` : '';
  const there =
    names.length === 0
      ? 'There are none yet: an agent is there after its first request, or after POST /api/agents.'
      : `There are ${shown}${more}.`;
  throw new Problem(
    'unknown-agent',
    `There is no agent ${JSON.stringify(name.slice(0, 64))}. ${there}`,
  );
}

/** Refuses parameters where there are none. */
export function requireNoQuery({ query }: Asked): void {
  const [first] = query.keys();
  if (first === undefined) return;
  throw new Problem(
    'bad-request',
    `This path takes no parameters, and ${JSON.stringify(first)} is one.`,
  );
}
