/**
 * A provider's end of connections that are not there: the proxy's own client writes to them as to sockets, and every byte
 * that leaves this process is counted by the agent whose request it is.
 *
 * A byte has left when the connection takes it; what still waits in a buffer goes on or not. How fast a connection takes
 * bytes, and when answers come, is chance from a seed.
 */
import net from 'node:net';
import { Duplex } from 'node:stream';
import type { SeededRandom } from '../../simulation/seeded-random.ts';

const HOST = 'provider.invalid';
const HEAD_END = '\r\n\r\n';
/** The header in which a request says whose it is. */
export const OWNER = 'x-owner';

/** Where requests of the schedules go. */
export const PROVIDER_URL = `http://${HOST}:80`;

/** Lets this many turns of the loop pass, and then does something. */
export function afterTurns(turns: number, run: () => void): void {
  if (turns <= 0) run();
  else setImmediate(afterTurns, turns - 1, run);
}

/** The connections, and what left through them. */
export class VirtualSockets {
  /** Bytes by owner. */
  readonly left = new Map<string, number>();
  #random: SeededRandom;
  #opened = 0;

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  /** How many connections were opened. */
  get opened(): number {
    return this.#opened;
  }

  /** Chance of the next schedule. */
  begin(random: SeededRandom): void {
    this.#random = random;
    this.left.clear();
  }

  /** Connections to the provider are virtual from now on; returns how to have real ones again. */
  install(): () => void {
    const real = net.connect;
    const connect = (options: { readonly host?: string }) => {
      if (options.host !== HOST) return Reflect.apply(real, net, [options]) as unknown;
      this.#opened += 1;
      return new VirtualSocket(this.#random, this.left);
    };
    Object.assign(net, { connect });
    return () => void Object.assign(net, { connect: real });
  }
}

/** What of a socket the client asks for. */
class VirtualSocket extends Duplex {
  readonly #random: SeededRandom;
  readonly #left: Map<string, number>;
  #owner = '';
  /** Bytes of the request that are not there yet; null before its head is whole. */
  #missing: number | null = null;
  #head = '';
  #streams = false;

  constructor(random: SeededRandom, left: Map<string, number>) {
    super({ highWaterMark: 16 * 1024 });
    this.#random = random;
    this.#left = left;
    afterTurns(random.between(1, 3), () => {
      if (!this.destroyed) this.emit('connect');
    });
  }

  setKeepAlive(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {
    // Answers are pushed when they come.
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: () => void): void {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk, encoding);
    this.#take(bytes);
    // A connection that is slow for a while keeps the rest of a body in this process.
    afterTurns(this.#random.pick([0, 0, 0, 1, 4]), done);
  }

  #take(bytes: Buffer): void {
    if (this.#missing === null) {
      this.#head += bytes.toString('latin1');
      const end = this.#head.indexOf(HEAD_END);
      if (end === -1) return;
      this.#begin(this.#head.length - end - HEAD_END.length);
    } else {
      this.#missing -= bytes.length;
      this.#count(bytes.length);
    }
    if (this.#missing === 0) this.#answer();
  }

  #begin(bodyBytes: number): void {
    const field = (name: string) => new RegExp(`^${name}: (.*)\r$`, 'im').exec(this.#head)?.[1];
    this.#owner = field(OWNER) ?? '';
    this.#missing = Number(field('content-length')) - bodyBytes;
    this.#streams = field('x-streams') === 'yes';
    this.#count(this.#head.length);
  }

  #count(bytes: number): void {
    this.#left.set(this.#owner, (this.#left.get(this.#owner) ?? 0) + bytes);
  }

  /** The whole request is there: an answer comes, in one piece or several. */
  #answer(): void {
    this.#missing = null;
    this.#head = '';
    const body = this.#streams ? STREAMED : PLAIN;
    const type = this.#streams ? 'text/event-stream' : 'application/json';
    const length = body.reduce((sum, piece) => sum + piece.length, 0);
    const head = `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${length}${HEAD_END}`;
    this.#send([Buffer.from(head), ...body]);
  }

  #send([piece, ...rest]: readonly Buffer[]): void {
    if (piece === undefined) return;
    afterTurns(this.#random.between(0, 4), () => {
      if (this.destroyed) return;
      this.push(piece);
      this.#send(rest);
    });
  }
}

const USAGE = { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 };
const ABOUT = { id: 'c', created: 1, model: 'm' };

const PLAIN: readonly Buffer[] = [
  Buffer.from(
    JSON.stringify({
      ...ABOUT,
      object: 'chat.completion',
      choices: [
        { index: 0, message: { role: 'assistant', content: 'here' }, finish_reason: 'stop' },
      ],
      usage: USAGE,
    }),
  ),
];

const STREAMED: readonly Buffer[] = [
  { delta: { role: 'assistant', content: 'he' }, finish_reason: null },
  { delta: { content: 're' }, finish_reason: null },
  { delta: {}, finish_reason: 'stop' },
]
  .map((choice) => ({
    ...ABOUT,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, ...choice }],
  }))
  .map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
  .concat('data: [DONE]\n\n')
  .map((frame) => Buffer.from(frame));
