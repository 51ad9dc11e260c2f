/**
 * Streams as a client gets them: when each piece came, and how long after the provider had sent it.
 *
 * The provider puts the time into the pieces. All processes of a machine share the clock that is read here, so the delay
 * of each piece is known and not only the distance to the one before.
 */
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { pathAt, type ChildServer } from './child-server.ts';
import type { BenchRequest } from './requests.ts';

const SENT = /sent@(\d+(?:\.\d+)?)/g;
const NS_PER_MS = 1e6;

/** A clock that only runs forward, the same in all processes of this machine. */
export function nowOnThisMachineMs(): number {
  return Number(process.hrtime.bigint()) / NS_PER_MS;
}

/** The times of one stream, in milliseconds. */
export interface StreamTimes {
  /** From the request to the first byte of the answer. */
  readonly firstByteMs: number;
  /** From one piece to the next. */
  readonly gapsMs: readonly number[];
  /** What each piece took on its way. */
  readonly delaysMs: readonly number[];
}

/** A stream under way. */
export interface OpenStream {
  /** The first bytes are there. */
  readonly begun: Promise<void>;
  /** When the last byte came, by the clock of this machine; whole or cut. */
  readonly ended: Promise<number>;
  leave(): void;
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** Closes connections that nobody uses. */
export function forgetConnections(): void {
  agent.destroy();
}

function ask(server: ChildServer, { path, body }: BenchRequest) {
  const headers = { 'content-type': 'application/json', ...server.headers };
  return request(new URL(pathAt(server, path), server.url), { method: 'POST', agent, headers }).end(
    body,
  );
}

/** What is said in place of a stream. */
async function problemOf(answer: IncomingMessage): Promise<Error> {
  return new Error(`the answer was ${answer.statusCode}: ${await text(answer)}`);
}

/** Reads a stream to its end. */
export function timesOf(server: ChildServer, one: BenchRequest): Promise<StreamTimes> {
  return new Promise((resolve, reject) => {
    const startedMs = nowOnThisMachineMs();
    const sent = ask(server, one);
    sent.on('error', reject);
    sent.on('response', (answer) => {
      if (answer.statusCode !== 200) {
        void problemOf(answer).then(reject);
        return;
      }
      let firstByteMs = 0;
      const cameMs: number[] = [];
      const delaysMs: number[] = [];
      answer.on('data', (chunk: Buffer) => {
        const nowMs = nowOnThisMachineMs();
        firstByteMs ||= nowMs - startedMs;
        for (const [, written] of chunk.toString().matchAll(SENT)) {
          delaysMs.push(nowMs - Number(written));
          cameMs.push(nowMs);
        }
      });
      answer.on('end', () => {
        const gapsMs = cameMs.slice(1).map((at, index) => at - (cameMs[index] ?? at));
        resolve({ firstByteMs, gapsMs, delaysMs });
      });
      answer.on('error', reject);
    });
  });
}

/** Opens a stream that stays. */
export function openStream(server: ChildServer, one: BenchRequest): OpenStream {
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<number>();
  const sent = ask(server, one);
  sent.on('error', begun.reject);
  sent.on('response', (answer) => {
    if (answer.statusCode !== 200) {
      void problemOf(answer).then(begun.reject);
      return;
    }
    answer.on('data', () => begun.resolve());
    answer.on('error', () => undefined);
    answer.on('close', () => ended.resolve(nowOnThisMachineMs()));
  });
  return { begun: begun.promise, ended: ended.promise, leave: () => sent.destroy() };
}
