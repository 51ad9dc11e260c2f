/** An answer on its way to the client, and how its head is sent on: the same for answers that are read and others. */
import type { ServerResponse } from 'node:http';
import type { UpstreamResponse } from '../answer-handler.ts';
import type { ExchangeParts, PassedRequest } from '../exchange.ts';
import { returnedHeaders } from '../headers.ts';

export interface Relayed extends ExchangeParts, PassedRequest {
  readonly answer: UpstreamResponse;
  readonly response: ServerResponse;
  readonly startedMs: number;
}

/** Sends the head of the provider's answer on. */
export function begin({ answer, response }: Pick<Relayed, 'answer' | 'response'>): void {
  if (response.destroyed) return;
  response.sendDate = false;
  response.writeHead(answer.status, returnedHeaders(answer.headers).flat());
}
