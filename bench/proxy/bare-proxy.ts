/**
 * The peer: a Node proxy that does nothing but pass bytes on. What it costs is what any proxy in Node costs.
 */
import { Agent, createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listening } from './child-server.ts';

const upstream = new URL(process.argv[2] ?? '');
const agent = new Agent({ keepAlive: true });

const server = createServer((request, response) => {
  const path = request.url?.replace(/^\/agents\/[^/]+\/anthropic/, '') ?? '/';
  const { method, headers } = request;
  const { hostname, port } = upstream;
  const onward = ask({ agent, hostname, port, path, method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  listening({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
