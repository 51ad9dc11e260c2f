/** An answer on its way to the client, and how its head is sent on: the same for answers that are read and others. */
import type { ServerResponse } from 'node:http';
import type { HeaderPairs } from '../../base/header-pairs.ts';
import type { OpenCall } from '../../core/index.ts';
import type { UpstreamResponse } from '../answer-handler.ts';
import type { ExchangeParts, PassedRequest } from '../exchange.ts';
import { returnedHeaders } from '../headers.ts';

export interface Relayed extends ExchangeParts, PassedRequest {
  readonly answer: UpstreamResponse;
  readonly response: ServerResponse;
  readonly startedMs: number;
}

/** Sends the head of the provider's answer on. A program that wonders why its call took so long reads there that it waited. */
export function begin({
  answer,
  response,
  call,
}: Pick<Relayed, 'answer' | 'response' | 'call'>): void {
  if (response.destroyed) return;
  response.sendDate = false;
  const headers = [...returnedHeaders(answer.headers), ...waitedHeaders(call, answer)];
  response.writeHead(answer.status, headers.flat());
}

/** Not on an error: some clients look for words such as "token" and "rate" in all of it, and would retry or compact. */
function waitedHeaders({ waited }: OpenCall, { status }: UpstreamResponse): HeaderPairs {
  if (waited === null || status >= 400) return [];
  return [
    ['x-tripwire-waited-ms', String(waited.ms)],
    ['x-tripwire-waited-for', waited.veto],
  ];
}
