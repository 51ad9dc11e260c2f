/**
 * One request on its way to a provider and its answer, as the client's parser tells of them.
 *
 * The answer is handed over with its head; its body goes on coming. A call that is ended before its turn came on a
 * connection is never written.
 */
import type { Dispatcher } from 'undici';
import { pairsOf, type HeaderPairs } from '../base/header-pairs.ts';
import { AnswerBody } from './answer-body.ts';

/** What came back; its body still flows. */
export interface UpstreamResponse {
  readonly status: number;
  readonly headers: HeaderPairs;
  readonly body: AnswerBody;
}

/** Heads below this come before the answer itself. */
const FINAL_STATUS_MIN = 200;

/** Hears what becomes of one request. */
export class AnswerHandler implements Dispatcher.DispatchHandler {
  readonly answer: Promise<UpstreamResponse>;
  readonly #signals: readonly AbortSignal[];
  readonly #ended = () => this.#end();
  #controller: Dispatcher.DispatchController | null = null;
  #body: AnswerBody | null = null;
  #isEnded = false;
  #resolve!: (answer: UpstreamResponse) => void;
  #reject!: (problem: Error) => void;

  /** The first of these signals ends the request. */
  constructor(signals: readonly AbortSignal[]) {
    this.#signals = signals;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    for (const signal of signals) {
      if (signal.aborted) this.#end();
      else signal.addEventListener('abort', this.#ended);
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isEnded) controller.abort(ended());
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (status < FINAL_STATUS_MIN) return;
    this.#body = new AnswerBody(controller);
    const headers = pairsOf(rawHeaders(controller));
    this.#resolve({ status, headers, body: this.#body });
  }

  onResponseData(_controller: Dispatcher.DispatchController, piece: Buffer): void {
    this.#body?.take(piece);
  }

  onResponseEnd(): void {
    this.#forget();
    this.#body?.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, problem: Error): void {
    this.failed(problem);
  }

  /** There will be no answer, or not the rest of it. */
  failed(problem: Error): void {
    this.#forget();
    this.#reject(problem);
    this.#body?.fail(problem);
  }

  #end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const why = ended();
    const hangUp = () => this.#controller?.abort(why);
    // Nothing that waits may still be read: the call is over. A stop ends many streams at once, and closing a connection
    // takes longer than telling a client: all of them are told first, and nothing else comes in between.
    if (this.#body?.leave(why) === why) queueMicrotask(() => process.nextTick(hangUp));
    else hangUp();
    this.failed(why);
  }

  #forget(): void {
    for (const signal of this.#signals) signal.removeEventListener('abort', this.#ended);
  }
}

function ended(): Error {
  return new Error('the call was ended');
}

/** The names and values of the head in one flat list. */
function rawHeaders({ rawHeaders: raw }: Dispatcher.DispatchController): readonly string[] {
  if (!Array.isArray(raw)) throw new TypeError('the head of an answer is no list');
  return raw.map((one) => (typeof one === 'string' ? one : one.toString('latin1')));
}
