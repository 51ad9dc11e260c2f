/**
 * Reads the messages of one stream of server-sent events, and remembers where it can be taken up again.
 */
import { errorCode, errorWords } from '../../../base/error-words.ts';
import { parseJson } from '../../../base/json-text.ts';
import { SseSplitter, resumptionIn, type SseFrame } from '../../../wire/sse-frames.ts';
import { MESSAGE_BYTES_MAX } from '../message-size.ts';

/** How far a stream was read. */
export interface StreamPlace {
  /** Of the last event that had one. */
  readonly lastId: string | null;
  readonly retryMs: number | null;
  readonly events: number;
  /** How its connection broke; null when it ended. */
  readonly broke: string | null;
}

/** Nothing was read yet. */
export const STREAM_BEGIN: StreamPlace = { lastId: null, retryMs: null, events: 0, broke: null };

/** Who hears of a stream. */
export interface StreamReader {
  onMessage(message: unknown): void;
  /** An event that is no message. */
  onUnreadable(problem: string): void;
  /** Whether all that was waited for has come. */
  isOver(): boolean;
}

/**
 * Reads until the stream ends or breaks, which is the same here: the place says how to go on. It lets go of a stream
 * that is over for the reader, because a server may keep it open.
 */
export async function readStream(
  body: AsyncIterable<Buffer>,
  from: StreamPlace,
  reader: StreamReader,
): Promise<StreamPlace> {
  const splitter = new SseSplitter(MESSAGE_BYTES_MAX);
  let place = from;
  try {
    for await (const chunk of body) {
      for (const frame of splitter.push(chunk)) {
        const { id, retryMs } = resumptionIn(frame);
        place = {
          lastId: id ?? place.lastId,
          retryMs: retryMs ?? place.retryMs,
          events: place.events + 1,
          broke: null,
        };
        read(frame, reader);
      }
      if (reader.isOver()) break;
    }
  } catch (error) {
    return { ...place, broke: errorCode(error) ?? errorWords(error) };
  }
  return place;
}

function read({ event, data, oversize }: SseFrame, reader: StreamReader): void {
  if (oversize) reader.onUnreadable(`an event of more than ${MESSAGE_BYTES_MAX} bytes`);
  // An event without data only tells its id, or that the stream is alive.
  if (data === '' || (event !== null && event !== 'message')) return;
  const message = parseJson(data);
  if (message === undefined) reader.onUnreadable('an event that is no JSON');
  else reader.onMessage(message);
}
