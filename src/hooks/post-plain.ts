/**
 * One POST and its answer, over a connection of its own, with nothing loaded but sockets.
 *
 * Only what our own server sends is understood: a status, a length, so many bytes. Everything else is an error, and
 * whoever asks refuses.
 */
import type { Socket } from 'node:net';

/** What is sent. */
export interface PlainPost {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly timeoutMs: number;
}

/** What came back. */
export interface PlainAnswer {
  readonly status: number;
  readonly body: string;
}

const ANSWER_BYTES_MAX = 16 * 1024 * 1024;
const HEAD_END = '\r\n\r\n';

/** Sends it. Throws when there is no whole answer in time. */
export async function postPlain(url: string, post: PlainPost): Promise<PlainAnswer> {
  const { protocol, hostname, host, port, pathname } = urlOf(url);
  const isTls = protocol === 'https:';
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  const place = { host: bare, port: Number(port || (isTls ? 443 : 80)) };
  const head = [
    `POST ${pathname} HTTP/1.1`,
    `host: ${host}`,
    'connection: close',
    `content-length: ${post.body.length}`,
    ...Object.entries(post.headers).map(([name, value]) => `${name}: ${value}`),
  ];
  if (head.some((line) => /[^\x20-\x7e]/.test(line))) {
    throw new Error('its address or key holds a character that cannot be sent');
  }
  const { connect, isIP } = await import('node:net');
  // An address is no name that a certificate could be chosen by.
  const named = isIP(bare) === 0 ? { servername: bare } : {};
  const socket: Socket = isTls
    ? (await import('node:tls')).connect({ ...place, ...named })
    : connect(place);
  // In one piece: two would be two packets, and two wake-ups of the server.
  socket.write(Buffer.concat([Buffer.from(`${head.join('\r\n')}${HEAD_END}`), post.body]));
  try {
    return answerIn(await allOf(socket, post.timeoutMs));
  } finally {
    socket.destroy();
  }
}

function urlOf(url: string): URL {
  const found = URL.parse(url);
  if (found !== null && ['http:', 'https:'].includes(found.protocol)) return found;
  throw new Error('its address is not a URL that begins with http:// or https://');
}

function allOf(socket: Socket, timeoutMs: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    socket.setTimeout(timeoutMs, () => reject(new Error(`silent for ${timeoutMs} ms`)));
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > ANSWER_BYTES_MAX) reject(new Error(`more than ${ANSWER_BYTES_MAX} bytes came`));
    });
    socket.once('end', () => resolve(Buffer.concat(chunks)));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the connection was closed')));
  });
}

function answerIn(bytes: Buffer): PlainAnswer {
  const end = bytes.indexOf(HEAD_END);
  const [first = '', ...headers] = bytes.toString('latin1', 0, Math.max(0, end)).split('\r\n');
  const status = /^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(first)?.[1];
  const lengths = headers.flatMap((line) => /^content-length: *(\d+) *$/i.exec(line)?.[1] ?? []);
  const body = bytes.subarray(end + HEAD_END.length);
  if (end === -1 || status === undefined || Number(lengths[0] ?? -1) !== body.length) {
    throw new Error('the answer is incomplete');
  }
  return { status: Number(status), body: body.toString() };
}
