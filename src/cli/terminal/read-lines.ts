/**
 * Lines of a byte stream, one at a time.
 *
 * Bytes are split before they are decoded and decoded strictly: a reader that quietly replaces
 * what it cannot decode would judge something that was never written.
 */
import { TripwireError } from '../../core/index.ts';

const LINE_FEED = 0x0a;
/** No record comes near this; without a bound one endless line would fill the memory. */
const LINE_BYTES_MAX = 1_048_576;

/** One line without its line feed, and where it stands. */
export interface Line {
  readonly number: number;
  readonly text: string;
  /** Bytes of the stream up to the end of this line. */
  readonly bytesRead: number;
}

/** Splits a stream into lines. The last line may lack its line feed. */
export async function* readLines(
  source: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let number = 0;
  let bytesRead = 0;
  let rest: Uint8Array = new Uint8Array(0);
  const decode = (bytes: Uint8Array): Line => {
    number += 1;
    bytesRead += bytes.length + 1;
    try {
      return { number, text: decoder.decode(bytes), bytesRead };
    } catch {
      throw new TripwireError('RECORD_INVALID', `${name}:${number}: the line is not valid UTF-8`);
    }
  };
  for await (const chunk of source) {
    let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED)) {
      yield decode(bytes.subarray(0, end));
      bytes = bytes.subarray(end + 1);
    }
    if (bytes.length > LINE_BYTES_MAX) {
      const where = `${name}:${number + 1}`;
      throw new TripwireError('RECORD_INVALID', `${where}: the line is longer than 1 MiB`);
    }
    rest = bytes;
  }
  if (rest.length > 0) yield decode(rest);
}
