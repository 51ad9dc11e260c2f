/**
 * What the proxy needs to know of a wire format: how to read its answers, how to refuse in it.
 *
 * Each format is one object of this shape. The proxy itself knows no format, so a new one is a new codec and
 * nothing else.
 */
import type { MadeToolCall } from './made-tool-calls.ts';
import type { SseFrame } from './sse-frames.ts';
import type { Usage } from './usage.ts';
import type { WireFormat } from './wire-format.ts';

/** What an answer says, whole or as far as it came. */
export interface ResponseFacts {
  readonly model: string | null;
  readonly text: string;
  /** Every call the model made, also those that the provider runs itself. */
  readonly toolCalls: readonly MadeToolCall[];
  readonly usage: Usage | null;
  /** The response came to its own end. */
  readonly finished: boolean;
  /** An error the provider reported inside the response. */
  readonly error: string | null;
  /** How much it thought, in characters; the thoughts themselves are not kept. */
  readonly thoughtCharacters: number;
}

/** The calls that become runnable for the client; their frame must wait for the gate. */
export interface Completed {
  readonly completes: readonly MadeToolCall[];
}

/** What a stream has said of itself so far, for an ending that must go with it. */
export interface SaidSoFar {
  /** The name that the provider gave the response. */
  readonly responseId: string | null;
  /** The number of the latest event. */
  readonly sequence: number | null;
}

/** Reads one stream while it flows. */
export interface StreamReader {
  /** Takes one frame and names the tool calls that it completes. */
  take(frame: SseFrame): Completed;
  /** The stream ended: names the calls that only its end completes. */
  end(): Completed;
  facts(): ResponseFacts;
  /** Only where the ending of the format depends on it. */
  soFar?(): SaidSoFar;
}

/** Why an agent is refused, before it is put into safe words. */
export interface Refusal {
  readonly agent: string;
  /** The kind of hold, such as `kill_switch`. */
  readonly kind: string;
  /** In plain words. */
  readonly reason: string;
  /** What a person does about it, such as `A person has to resume it: tripwire resume NAME`. */
  readonly remedy: string;
  /** The page about it, where a person can see everything that led to it. */
  readonly link?: string;
}

/** A whole answer of our own. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What a client asked for, as far as an answer in the model's name depends on it. */
export interface AskedFor {
  readonly stream: boolean;
  readonly model: string | null;
}

/** One wire format. */
export interface WireCodec {
  readonly format: WireFormat;
  /** Reads the parsed body of an answer that is not streamed; whatever it is, this does not throw. */
  readResponse(body: unknown): ResponseFacts;
  follow(): StreamReader;
  /** The error that stops a client at once. */
  refusal(refusal: Refusal): Answer;
  /** The refusal as a well-formed message of the model, streamed if asked. */
  message(refusal: Refusal, asked: AskedFor): Answer;
  /** A wait that was too long: ask again later. */
  busy(retryAfterS: number, words: string): Answer;
  /** What ends a stream that is cut: bytes to send; null: destroy the socket. */
  ending(refusal: Refusal, so?: SaidSoFar): Buffer | null;
}
