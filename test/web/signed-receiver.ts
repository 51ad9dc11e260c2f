/** A receiver of webhooks that checks the signature with the library that receivers use. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface SignedReceiver {
  readonly url: string;
  /** How many messages came. */
  count(): number;
  /** Messages whose signature holds. */
  verified(secret: string): readonly unknown[];
  close(): Promise<void>;
}

export async function signedReceiver(): Promise<SignedReceiver> {
  const seen: { readonly headers: Record<string, string>; readonly body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      seen.push({ headers, body });
      response.end('ok');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    count: () => seen.length,
    verified: (secret) => {
      const check = new Webhook(secret);
      return seen.flatMap(({ headers, body }): unknown[] => {
        try {
          return [check.verify(body, headers)];
        } catch {
          return [];
        }
      });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}
