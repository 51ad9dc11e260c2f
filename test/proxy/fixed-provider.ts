/** A provider that answers everything with the same bytes, for answers that the fake provider does not give. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { RunningProxy } from '../kit/running-proxy.ts';
import { startedProxy } from './started-proxy.ts';

/** What it answers. */
export interface FixedAnswer {
  readonly status?: number;
  /** The words beside the status. */
  readonly words?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** A data plane in front of such a provider, in Anthropic's format. */
export async function proxyToFixed(answer: FixedAnswer): Promise<RunningProxy> {
  const { status = 200, words, headers, bytes } = answer;
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, words, headers).end(bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const anthropic = { url, format: 'anthropic', headers: [] } as const;
  return startedProxy(() => ({}), {}, { upstreams: { anthropic } });
}
