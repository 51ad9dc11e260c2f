/**
 * An answer on its way to the client, and how it begins there.
 */
import type { ServerResponse } from 'node:http';
import type { HeaderPairs } from '../../base/header-pairs.ts';
import type { ExchangeParts, PassedRequest } from '../exchange.ts';
import { returnedHeaders } from '../headers.ts';
import type { UpstreamResponse } from '../upstream.ts';

/** An answer on its way to the client. */
export interface Relayed extends ExchangeParts, PassedRequest {
  readonly answer: UpstreamResponse;
  readonly response: ServerResponse;
  readonly startedMs: number;
}

/** Sends the head of the provider's answer on. */
export function begin(response: ServerResponse, status: number, headers: HeaderPairs): void {
  if (response.destroyed) return;
  response.sendDate = false;
  response.writeHead(status, returnedHeaders(headers).flat());
}
