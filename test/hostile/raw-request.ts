/** Requests as bytes, sent as they are: no client library stands between the test and the wire. */
import { connect } from 'node:net';

/** What a request is made of. */
export interface RawRequest {
  readonly method: string;
  readonly target: string;
  readonly version?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string;
}

/** The bytes of a request, with Host and Content-Length unless the headers have their own idea of them. */
export function rawRequest(request: RawRequest): string {
  const { method, target, version = '1.1', headers = [], body = '' } = request;
  const names = new Set(headers.map(([name]) => name.toLowerCase().trim()));
  const usual = [
    ...(names.has('host') ? [] : ['host: localhost']),
    ...(names.has('content-length') || names.has('transfer-encoding')
      ? []
      : [`content-length: ${Buffer.byteLength(body)}`]),
    ...(names.has('connection') ? [] : ['connection: close']),
  ];
  const lines = [...usual, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return `${method} ${target} HTTP/${version}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** Sends the bytes and reads until the server closes; an answer that never ends is cut off after a while. */
export function sendRaw(port: number, bytes: string, patienceMs = 10_000): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes, 'latin1');
    });
    socket.setTimeout(patienceMs, () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('end', () => socket.end());
    socket.on('close', () => resolve(answer));
  });
}
