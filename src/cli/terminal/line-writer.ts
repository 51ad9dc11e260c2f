/**
 * Writes lines in large pieces and waits whenever the other side is slower.
 */
import { once } from 'node:events';
import type { Writable } from 'node:stream';

const FLUSH_CHARACTERS = 65_536;

/** Takes a piece of text; resolves when more may come. */
type Sink = (text: string) => Promise<unknown>;

/** Collects lines and passes them on in order; memory stays bounded. */
export class LineWriter {
  readonly #sink: Sink;
  #pending = '';

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  async write(line: string): Promise<void> {
    this.#pending += `${line}\n`;
    if (this.#pending.length >= FLUSH_CHARACTERS) await this.flush();
  }

  async flush(): Promise<void> {
    const pending = this.#pending;
    this.#pending = '';
    if (pending !== '') await this.#sink(pending);
  }
}

/** A sink into a stream that honours its back-pressure. */
export function streamSink(stream: Writable): Sink {
  return async (text) => {
    if (!stream.write(text)) await once(stream, 'drain');
  };
}
