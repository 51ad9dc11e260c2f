/**
 * What passes between the fake provider and its script: the turn that was asked for, the answer to it.
 *
 * Both are the same for every provider. A script says what happens, and each wire format writes it down in its
 * own way, so one script serves every client.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { WireFormat } from '../../wire/index.ts';

/** A tool's result that the request brings with it. */
export interface ToolResult {
  readonly callId: string | null;
  readonly tool: string;
  readonly text: string;
}

/** A model call as the script sees it. */
export interface AskedTurn {
  readonly format: WireFormat;
  /** Whether the client wants the answer in pieces. */
  readonly stream: boolean;
  readonly model: string;
  /** The request's path with its query. */
  readonly path: string;
  /** What was last said in the user's name, without the notes of clients; empty when nothing was. */
  readonly lastUserText: string;
  /** The results of all tool calls in the conversation, oldest first. */
  readonly toolResults: readonly ToolResult[];
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
  /** How many model calls the provider was asked for before this one. */
  readonly index: number;
}

/** A tool call that the model makes. */
export interface FakeToolCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Made from the turn's index and the call's place where it is not given. */
  readonly id?: string;
  /** The group of the tool, where a client names tools in groups. Only OpenAI's responses have it. */
  readonly namespace?: string;
}

/** Tokens of an answer. Every part of the input is counted once: `input` is what neither cache held. */
export interface FakeUsage {
  readonly input: number;
  /** With what was thought. */
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

/** The error that goes with a status; type and code are the provider's usual ones where they are not given. */
export interface FakeError {
  readonly message: string;
  readonly type?: string;
  readonly code?: string;
}

/** How an answer comes: a chunk is one event of a stream, or the whole of an answer that is not streamed. */
export interface FakePace {
  /** Before the headers. */
  readonly pauseBeforeMs?: number;
  /** Between chunks. */
  readonly chunkDelayMs?: number;
  /** Characters of text, thoughts or arguments in one chunk; cuts an answer that is not streamed as well. */
  readonly chunkChars?: number;
  /** Sends this many chunks and then nothing, for ever. The headers go with the first chunk. */
  readonly hangAfterChunks?: number;
  /** Sends this many chunks and then closes the connection. */
  readonly endAbruptlyAfterChunks?: number;
}

/** What the model answers. Nothing at all is an empty answer. */
export interface FakeAnswer {
  readonly text?: string;
  readonly toolCalls?: readonly FakeToolCall[];
  /** What the model thinks before it speaks. */
  readonly reasoning?: string;
  /** Estimated from the lengths where it is not given; null when the provider reports none. */
  readonly usage?: FakeUsage | null;
  /** 400 or more: an error instead of an answer, never streamed. */
  readonly status?: number;
  readonly error?: FakeError;
  readonly pace?: FakePace;
  /** More headers of the answer; they win over the usual ones. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Compressed, if the client accepts that. */
  readonly gzip?: boolean;
}

/** Decides what the provider answers. What it throws becomes the provider's internal error (500). */
export type FakeScript = (turn: AskedTurn, index: number) => FakeAnswer | Promise<FakeAnswer>;
