/**
 * A side of an MCP connection over standard input and output: one JSON message a line.
 */
import type { Readable, Writable } from 'node:stream';
import type { McpTransport } from '../../adapters/mcp/index.ts';
import { repeatedKey } from '../../base/json-keys.ts';
import { parseJson } from '../../base/json-text.ts';
import { MESSAGE_BYTES_MAX } from './message-size.ts';

/** What a side is made of. */
export interface JsonLinesParts {
  readonly input: Readable;
  readonly output: Writable;
  /** Hears of a line that is no message. */
  readonly onUnreadable: (problem: string) => void;
  /** Lets go of what is behind the streams. */
  readonly end: () => Promise<void>;
  /** Refuses a line that says a key twice: who reads it next may take the other one. */
  readonly isStrict?: boolean;
}

const NEWLINE = 0x0a;

/** Messages as lines. */
export class JsonLines implements McpTransport {
  onmessage?: McpTransport['onmessage'];
  onclose?: McpTransport['onclose'];
  onerror?: McpTransport['onerror'];
  readonly #parts: JsonLinesParts;
  /** What has come of the line that is not whole yet. */
  #pieces: Buffer[] = [];
  #bytes = 0;

  constructor(parts: JsonLinesParts) {
    this.#parts = parts;
  }

  start(): Promise<void> {
    const { input, output } = this.#parts;
    input.on('data', (chunk: Buffer) => this.#took(chunk));
    input.once('close', () => this.onclose?.());
    input.once('end', () => this.onclose?.());
    // Whoever does not read any more is told by the end of what it writes.
    output.on('error', (error: Error) => this.onerror?.(error));
    return Promise.resolve();
  }

  send(message: object): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#parts.output.write(`${JSON.stringify(message)}\n`, (error) => {
        if (error === null || error === undefined) resolve();
        else reject(error);
      });
    });
  }

  async close(): Promise<void> {
    await this.#parts.end();
  }

  #took(chunk: Buffer): void {
    let rest = chunk;
    for (let at = rest.indexOf(NEWLINE); at !== -1; at = rest.indexOf(NEWLINE)) {
      this.#keep(rest.subarray(0, at));
      this.#lineEnded();
      rest = rest.subarray(at + 1);
    }
    this.#keep(rest);
  }

  /** A line that is too long is read to its end and then refused as a whole. */
  #keep(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#bytes > MESSAGE_BYTES_MAX) this.#pieces = [];
    else if (piece.length > 0) this.#pieces.push(piece);
  }

  #lineEnded(): void {
    const bytes = this.#bytes;
    const line = Buffer.concat(this.#pieces).toString('utf8').trim();
    this.#pieces = [];
    this.#bytes = 0;
    if (bytes > MESSAGE_BYTES_MAX) {
      this.#parts.onUnreadable(`a message of ${bytes} bytes; at most ${MESSAGE_BYTES_MAX} pass`);
      return;
    }
    if (line === '') return;
    const value = parseJson(line);
    if (value === undefined) {
      this.#parts.onUnreadable(`a line that is no JSON: ${line.slice(0, 120)}`);
      return;
    }
    const repeated = this.#parts.isStrict === true ? repeatedKey(line) : null;
    if (repeated === null) this.onmessage?.(value);
    else this.#parts.onUnreadable(`a message that has the key ${JSON.stringify(repeated)} twice`);
  }
}
