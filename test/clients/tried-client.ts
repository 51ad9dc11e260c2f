/**
 * A coding agent as the trials see it: how it is pointed at a base URL, and what its tools are called.
 *
 * Every setting here keeps the program on the loopback address: no telemetry, no updates, no feature that asks the
 * maker's servers. They are the settings of a person who wants the same.
 */
import type { FakeToolCall } from '../../src/testing/index.ts';
import type { CodingClient, PlainClient } from './client-packages.ts';

/** Where one run takes place. */
export interface ClientPlace {
  /** An empty home folder, thrown away afterwards. */
  readonly home: string;
  /** The folder the agent works in. */
  readonly project: string;
  /** The root of an agent's provider: what the client's own path is appended to. */
  readonly url: string;
}

/** How the program is started. */
export interface ClientStart {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** A coding agent on one wire format. */
export interface TriedClient {
  readonly client: CodingClient | PlainClient;
  /** As it stands in tables: the client, and the format where it can speak several. */
  readonly title: string;
  /** The upstream of the proxy that it is pointed at. */
  readonly provider: 'anthropic' | 'openai' | 'gemini';
  /** Writes the settings into the home and says how to start. */
  prepare(place: ClientPlace, prompt: string): ClientStart;
  /** The call with which the model runs a command. */
  shell(command: string): FakeToolCall;
  /** The call with which the model reads a file of the project. */
  read(file: string, project: string): FakeToolCall;
  /** Where the client names its session; null when it does not. */
  readonly sessionHeader: string | null;
  /** What a stuck model runs, round and round. */
  readonly circle: readonly string[];
  /** The call with which the model starts a subagent; null when the client has none that can be scripted. */
  subagent: ((prompt: string) => FakeToolCall) | null;
  /** The call with which the model waits for a subagent, from the result of the call that started it. */
  awaitSubagent?: (started: string) => FakeToolCall;
  /** How it ends a task in whose middle it was told to compact; null when it is not told, and its tools wait. */
  readonly exitCodeAfterCompaction: number | null;
  /** Requests that it may still make after a stop in mid-stream, all of them refused. */
  readonly refusedAfterCutMax: number;
}
