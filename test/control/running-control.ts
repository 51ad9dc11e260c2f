/**
 * A control plane over a real gate and a store in memory, for one test.
 */
import { request, type IncomingHttpHeaders } from 'node:http';
import { onTestFinished } from 'vitest';
import type { Log, LoggedProblems } from '../../src/base/log.ts';
import { startControl, type ControlServer, type Setup } from '../../src/control/index.ts';
import type { Admission, CallAsk } from '../../src/core/gate-port.ts';
import { FROZEN_V0_2, type CallEnd, type KillSwitch } from '../../src/core/index.ts';
import { digestEvent, type TranscriptEvent } from '../../src/detect/index.ts';
import type { Gate, TimeSource } from '../../src/gate/index.ts';
import { createMemoryStore, type Store } from '../../src/store/index.ts';
import { testGate } from '../kit/test-gate.ts';

export const TOKEN = 'the-token-of-these-tests-0123456789';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body, read as JSON. */
  readonly body: unknown;
}

/** What a test sends; the token goes along unless `token` says otherwise. */
export interface Sent {
  readonly method?: string;
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Instead of `body`: these bytes. */
  readonly raw?: string | Buffer;
}

export interface RunningControl {
  readonly gate: Gate;
  readonly store: Store;
  readonly control: ControlServer;
  readonly ask: (path: string, sent?: Sent) => Promise<Answer>;
}

export interface Setting {
  /** A gate that others use too, with its store; one of its own when absent. */
  readonly gate?: Gate;
  readonly store?: Store;
  readonly killSwitch?: Partial<KillSwitch>;
  readonly time?: TimeSource;
  readonly capture?: 'none' | 'on-stop';
  readonly setup?: Setup;
  readonly chat?: () => { readonly slack?: string; readonly teams?: string };
  readonly otlp?: { readonly endpoint: string; readonly headers: Readonly<Record<string, string>> };
  readonly stopsFolder?: string;
  /** A folder of that name that is not there when absent. */
  readonly dataDir?: string;
  readonly log?: Log & LoggedProblems;
}

/** On what the self-check tries a stop. */
export function stopTrial(folder: string | null) {
  return {
    folder,
    openGate: (marksFolder: string | null) => testGate({ marksFolder }),
  };
}

/** Starts one; it is gone when the test ends. */
export async function runningControl(setting: Setting = {}): Promise<RunningControl> {
  const { store = createMemoryStore(), killSwitch, time, capture = 'none' } = setting;
  const { chat, setup, otlp, stopsFolder, log, dataDir = 'a-data-folder' } = setting;
  const gate =
    setting.gate ??
    (await testGate({
      store,
      envelopeOf: () => (killSwitch === undefined ? {} : { killSwitch }),
      capture,
      ...(time === undefined ? {} : { time }),
      ...(log === undefined ? {} : { log }),
    }));
  const control = await startControl({
    gate,
    store,
    host: '127.0.0.1',
    port: 0,
    token: TOKEN,
    allowRemote: false,
    version: '0.1.0',
    constitution: FROZEN_V0_2,
    dataDir,
    ...(setup === undefined ? {} : { setup }),
    ...(chat === undefined ? {} : { chat }),
    ...(otlp === undefined ? {} : { otlp }),
    stopCheck: stopTrial(stopsFolder ?? null),
    ...(log === undefined ? {} : { log }),
  });
  onTestFinished(async () => {
    await control.close();
    if (setting.gate === undefined) gate.close();
  });
  return { gate, store, control, ask: (path, sent) => send(control.url, path, sent) };
}

/** Sends a request byte by byte as told: `fetch` would not let a test choose the Host. */
function send(url: string, path: string, sent: Sent = {}): Promise<Answer> {
  const { method = 'GET', token = TOKEN, body, raw } = sent;
  const bytes = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const headers = {
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(bytes === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes) }),
    ...sent.headers,
  };
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => {
        const { statusCode: status = 0, headers: answered } = response;
        const isJson = /\bjson\b/.test(answered['content-type'] ?? '');
        resolve({
          status,
          headers: answered,
          text,
          body: isJson && text !== '' ? JSON.parse(text) : null,
        });
      });
      response.on('error', reject);
    });
    asked.on('error', reject);
    asked.end(bytes);
  });
}

const looked: TranscriptEvent = { kind: 'tool', tool: 'look', args: { at: 'a' }, result: 'a=1' };

/** A request of an agent. */
export function asking(agent: string, more: Partial<CallAsk> = {}): CallAsk {
  return { agent, purpose: 'step', estimateTokens: 100, waitMs: 0, ...more };
}

/** One whole call; tells what the gate said. */
export async function callOnce(
  gate: Gate,
  ask: CallAsk,
  more: Partial<CallEnd> = {},
): Promise<Admission> {
  const admission = await gate.admit(ask);
  if (admission.allowed) {
    await admission.call.finish({
      status: 'SUCCESS',
      latencyMs: 900,
      tokens: 300,
      cachedTokens: 0,
      response: { toolCalls: 1, outputLength: 40 },
      ...more,
    });
  }
  return admission;
}

/** The same call with the same outcome, often enough for a kill switch that is on. */
export async function loop(gate: Gate, agent: string, more: Partial<CallEnd> = {}): Promise<void> {
  const observed = { digests: [digestEvent(looked)] };
  for (let turn = 0; turn < 6; turn += 1) await callOnce(gate, asking(agent, { observed }), more);
}
