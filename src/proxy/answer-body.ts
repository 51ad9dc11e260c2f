/**
 * The body of a provider's answer on its way through: read whole, or piece by piece as it comes.
 *
 * A stream of Node can do this and much else, and making one costs more than reading a small answer does. Here there is one
 * reader, who is told of pieces in their order; a reader that is slow makes the provider wait.
 */
import { BodyTooLarge } from './read-body.ts';

/** What holds the connection that a body comes from. */
export interface BodySource {
  pause(): void;
  resume(): void;
  abort(why: Error): void;
}

/** Bytes that may wait for the reader before the provider is made to wait. */
const WAITING_BYTES_MAX = 64 * 1024;

/** A body that is still coming, or has come. */
export class AnswerBody {
  readonly #source: BodySource;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #isPaused = false;
  #isOver = false;
  #problem: Error | null = null;
  /** Tells the reader that something has changed. */
  #wake: (() => void) | null = null;

  constructor(source: BodySource) {
    this.#source = source;
  }

  /** The next piece has come. */
  take(piece: Buffer): void {
    if (this.#isOver) return;
    this.#waiting.push(piece);
    this.#waitingBytes += piece.length;
    if (this.#waitingBytes >= WAITING_BYTES_MAX && this.#wake === null) {
      this.#isPaused = true;
      this.#source.pause();
    }
    this.#tell();
  }

  /** All of it has come. */
  end(): void {
    this.#isOver = true;
    this.#tell();
  }

  /** The rest will not come. What came before is still read. */
  fail(problem: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#problem = problem;
    this.#tell();
  }

  /** Nobody wants the rest, nor what waits; whoever reads gets the problem. */
  destroy(problem?: Error): void {
    const why = this.leave(problem);
    if (why !== null) this.#source.abort(why);
  }

  /** The same, with a connection that somebody else closes: the problem, or null where nothing more was to come. */
  leave(problem?: Error): Error | null {
    this.#waiting = [];
    this.#waitingBytes = 0;
    if (this.#isOver) return null;
    const why = problem ?? new Error('the rest of the answer is not wanted');
    this.fail(why);
    return why;
  }

  /** All bytes. Throws `BodyTooLarge`, or what the connection failed with. */
  async whole(bytesMax: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let bytes = 0;
    for (;;) {
      const piece = this.#next();
      if (piece === null) {
        if (this.#isAtEnd()) break;
        await this.#change();
        continue;
      }
      bytes += piece.length;
      pieces.push(piece);
      if (bytes <= bytesMax) continue;
      const tooLarge = new BodyTooLarge(bytesMax);
      this.destroy(tooLarge);
      throw tooLarge;
    }
    const [first] = pieces;
    return pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces);
  }

  /** Piece by piece. A reader that leaves early ends the answer. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void, undefined> {
    try {
      for (;;) {
        const piece = this.#next();
        if (piece !== null) yield piece;
        else if (this.#isAtEnd()) return;
        else await this.#change();
      }
    } finally {
      this.destroy();
    }
  }

  /** The piece that waited longest; null when none does. */
  #next(): Buffer | null {
    const piece = this.#waiting.shift() ?? null;
    this.#waitingBytes -= piece?.length ?? 0;
    if (this.#isPaused && this.#waitingBytes < WAITING_BYTES_MAX) {
      this.#isPaused = false;
      this.#source.resume();
    }
    return piece;
  }

  /** Whether nothing more comes; throws where that is not as it should be. */
  #isAtEnd(): boolean {
    if (this.#problem !== null) throw this.#problem;
    return this.#isOver;
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #tell(): void {
    const wake = this.#wake;
    this.#wake = null;
    wake?.();
  }
}
