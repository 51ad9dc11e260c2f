/**
 * Server-sent events cut into frames, without losing or changing a byte.
 *
 * The proxy forwards what it received and reads a copy, so a frame keeps its raw bytes beside what they say.
 * All bytes of all frames, in order, are the input. Where the network cut the bytes makes no difference: the
 * frames are those of the whole.
 */

/** One event of a stream, up to and with the blank line that ends it. */
export interface SseFrame {
  /** Exactly as received. */
  readonly bytes: Buffer;
  /** The name of the event; null when it has none. */
  readonly event: string | null;
  /** The data lines, joined; empty when there are none. */
  readonly data: string;
  /** A piece of a frame that is too large to be read: bytes only, nobody knows what they say. */
  readonly oversize: boolean;
}

/** A larger frame is not read: nothing that a model says in one event comes near. */
const FRAME_BYTES_MAX = 8 * 1024 * 1024;

const LF = 0x0a;
const CR = 0x0d;
const BYTE_ORDER_MARK = '\u{feff}';

/** Cuts one stream. */
export class SseSplitter {
  readonly #frameBytesMax: number;
  /** Chunks of the frame that has begun, and their bytes together. */
  #chunks: Buffer[] = [];
  #bytes = 0;
  #isFirst = true;
  #isOversize = false;
  #atLineStart = true;
  /** The last line ended with CR: a LF now belongs to it. */
  #afterCr = false;
  /** A blank line ended with CR: the frame ends here, or after the LF that may follow. */
  #endsAfterLf = false;

  constructor(frameBytesMax = FRAME_BYTES_MAX) {
    this.#frameBytesMax = frameBytesMax;
  }

  /** The frames that these bytes complete, in order. */
  push(chunk: Buffer): readonly SseFrame[] {
    const frames: SseFrame[] = [];
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (this.#endsAfterLf && byte !== LF) {
        frames.push(this.#cut(chunk.subarray(start, at)));
        start = at;
      }
      if (this.#bytes + at - start === this.#frameBytesMax) {
        frames.push(this.#piece(chunk.subarray(start, at)));
        start = at;
      }
      if (this.#isEnd(byte)) {
        frames.push(this.#cut(chunk.subarray(start, at + 1)));
        start = at + 1;
      }
    }
    this.#keep(chunk.subarray(start));
    return frames;
  }

  /** The bytes are over: what is left, if anything. Some clients read it although no blank line ended it. */
  end(): SseFrame | null {
    return this.#bytes === 0 ? null : this.#cut(Buffer.alloc(0));
  }

  /** Whether a frame ends with this byte. */
  #isEnd(byte: number): boolean {
    if (this.#endsAfterLf) return true;
    const afterCr = this.#afterCr;
    this.#afterCr = false;
    if (byte === LF) {
      if (afterCr) return false;
      const isBlank = this.#atLineStart;
      this.#atLineStart = true;
      return isBlank;
    }
    if (byte === CR) {
      this.#endsAfterLf = this.#atLineStart;
      this.#afterCr = !this.#atLineStart;
      this.#atLineStart = true;
      return false;
    }
    this.#atLineStart = false;
    return false;
  }

  #keep(rest: Buffer): void {
    if (rest.length === 0) return;
    this.#chunks.push(rest);
    this.#bytes += rest.length;
  }

  /** The bytes so far, which begin anew. */
  #taken(last: Buffer): Buffer {
    this.#keep(last);
    const [only = last] = this.#chunks;
    const bytes = this.#chunks.length > 1 ? Buffer.concat(this.#chunks) : only;
    this.#chunks = [];
    this.#bytes = 0;
    return bytes;
  }

  /** A piece of a frame that has grown too large. */
  #piece(last: Buffer): SseFrame {
    this.#isOversize = true;
    return { bytes: this.#taken(last), event: null, data: '', oversize: true };
  }

  /** The end of a frame. */
  #cut(last: Buffer): SseFrame {
    const bytes = this.#taken(last);
    const oversize = this.#isOversize;
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    this.#isOversize = false;
    this.#atLineStart = true;
    this.#afterCr = false;
    this.#endsAfterLf = false;
    if (oversize) return { bytes, event: null, data: '', oversize };
    return { bytes, ...said(bytes, isFirst), oversize };
  }
}

/** What a frame says, by the rules of the standard. */
function said(bytes: Buffer, isFirst: boolean): Pick<SseFrame, 'event' | 'data'> {
  const text = bytes.toString('utf8');
  const plain = isFirst && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  let event: string | null = null;
  const data: string[] = [];
  for (const line of plain.split(/\r\n|\n|\r/)) {
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    if (field === 'event') event = value === '' ? null : value;
  }
  return { event, data: data.join('\n') };
}

/** Where a stream can be taken up again, as one frame says. Answers of models say neither, so it is read apart. */
export interface SseResumption {
  /** Null when the frame has no id of its own. */
  readonly id: string | null;
  readonly retryMs: number | null;
}

const RESUMPTION = /^(id|retry)(?:: ?(.*))?$/;

/** The id and the wait in a frame, by the rules of the standard. */
export function resumptionIn({ bytes, oversize }: SseFrame): SseResumption {
  let id: string | null = null;
  let retryMs: number | null = null;
  if (oversize) return { id, retryMs };
  for (const line of bytes.toString('utf8').split(/\r\n|\n|\r/)) {
    const [, field, value = ''] = RESUMPTION.exec(line) ?? [];
    // An id with a NUL in it is none.
    if (field === 'id' && !value.includes('\0')) id = value === '' ? null : value;
    if (field === 'retry' && /^\d{1,9}$/.test(value)) retryMs = Number(value);
  }
  return { id, retryMs };
}
