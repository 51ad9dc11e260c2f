/**
 * Calls to a worker thread, each with a promise for its reply.
 *
 * When the thread dies, every call under way is rejected and so is every later one: what it was doing may or may not
 * have been done.
 */
import { parentPort, type Worker } from 'node:worker_threads';
import { errorWords } from '../error-words.ts';

interface Call<Request> {
  readonly id: number;
  readonly request: Request;
}

type Reply<Failure> =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: Failure };

/** Sends requests to a thread. */
export interface WorkerCalls<Request> {
  ask(request: Request): Promise<unknown>;
  /** Resolves when the thread is gone. */
  readonly ended: Promise<void>;
}

/** The errors that calls are rejected with. */
export interface WorkerErrors<Failure> {
  /** The thread answered that it could not do it. */
  failed(failure: Failure): Error;
  /** The thread is gone. */
  died(why: string): Error;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Takes over a thread that answers with `answerCalls`. */
export function workerCalls<Request, Failure>(
  worker: Worker,
  errors: WorkerErrors<Failure>,
): WorkerCalls<Request> {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let death: Error | null = null;
  const die = (why: string) => {
    death ??= errors.died(why);
    for (const { reject } of waiting.values()) reject(death);
    waiting.clear();
  };
  worker.on('message', (reply: Reply<Failure>) => {
    const one = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ('failure' in reply) one?.reject(errors.failed(reply.failure));
    else one?.resolve(reply.result);
  });
  worker.on('error', (error) => die(errorWords(error)));
  worker.on('messageerror', (error) => die(error.message));
  const ended = new Promise<void>((resolve) => {
    worker.on('exit', (code) => {
      die(`it ended with code ${code}`);
      resolve();
    });
  });
  const ask = (request: Request) =>
    new Promise<unknown>((resolve, reject) => {
      if (death !== null) {
        reject(death);
        return;
      }
      lastId += 1;
      const call: Call<Request> = { id: lastId, request };
      // Throws, and so rejects, when something in it cannot be sent.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage(call);
      waiting.set(call.id, { resolve, reject });
    });
  return { ask, ended };
}

/** What a thread does with the requests it gets. */
export interface Answering<Request, Failure> {
  perform(request: Request): unknown;
  failureOf(error: unknown, request: Request): Failure;
  /** Asked after each request: when nothing more can be done here, the thread ends. */
  isOver(): boolean;
}

/** Answers the calls of `workerCalls` in the thread that runs this, one after the other. */
export function answerCalls<Request, Failure>(answering: Answering<Request, Failure>): void {
  const port = parentPort;
  if (port === null) return;
  const answered = async ({ id, request }: Call<Request>): Promise<Reply<Failure>> => {
    try {
      return { id, result: await answering.perform(request) };
    } catch (error) {
      return { id, failure: answering.failureOf(error, request) };
    }
  };
  const answer = async (call: Call<Request>, before: Promise<void>): Promise<void> => {
    await before;
    port.postMessage(await answered(call));
    if (answering.isOver()) port.close();
  };
  let last = Promise.resolve();
  port.on('message', (call: Call<Request>) => {
    last = answer(call, last);
  });
}
