/**
 * Puts the namespaces of tools into what the scripted provider says.
 *
 * One client groups some of its tools under a name and runs a call to one only if the call repeats that name. The
 * scripted provider knows no such groups; this stands before it and writes them in, and passes everything else on.
 */
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Transform } from 'node:stream';
import type { TriedClient } from './tried-client.ts';

export interface NamespaceRelay {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the relay; where nothing is to be written in, it is the provider itself. */
export async function startNamespaceRelay(
  url: string,
  named: TriedClient['toolNamespace'] | null,
): Promise<NamespaceRelay> {
  if (named === undefined || named === null) return { url, close: () => Promise.resolve() };
  const { tools, namespace } = named;
  const call = new RegExp(`"name":"(${tools.join('|')})"`, 'g');
  const server = createServer((incoming, answer) => {
    const { method, headers } = incoming;
    const forwarded = send(`${url}${incoming.url ?? '/'}`, { method, headers }, (came) => {
      answer.writeHead(came.statusCode ?? 502, came.headers);
      // The provider sends each event by itself, so no name is cut in two.
      const write = new Transform({
        transform: (chunk: Buffer, _encoding, done) =>
          done(null, chunk.toString().replace(call, `"name":"$1","namespace":"${namespace}"`)),
      });
      came.pipe(write).pipe(answer);
    });
    forwarded.on('error', () => answer.destroy());
    answer.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
