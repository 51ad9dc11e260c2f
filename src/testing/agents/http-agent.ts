/**
 * An agent that talks HTTP to a model, runs made-up tools and goes on until it is done or refused.
 *
 * It is what the demonstration and the drill let loose: it goes over the network like any other client and knows
 * nothing of who may be in between. It never tries again, so every request it makes is a step of its own.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseJson } from '../../base/json-text.ts';
import { fieldsOf, textOrNull } from '../../base/json-values.ts';
import { madeUpResult } from './http-agent-results.ts';
import { taskText, type AgentKind } from './http-agent-task.ts';
import {
  agentWires,
  type AgentCall,
  type AgentFormat,
  type AgentReading,
} from './http-agent-wire.ts';

const STEPS_DEFAULT = 12;
const REQUESTS_DEFAULT = 200;
const STEP_DELAY_DEFAULT_MS = 1_000;
/** How long a healthy agent thinks, in turn, as shares of the delay. */
const HEALTHY_RHYTHM = [1, 1.6, 0.7, 2.2, 1.2];
/** Each gap of a runaway agent is this share of the one before. */
const RUNAWAY_SHARE = 0.88;

/** What an agent is to do, and where. */
export interface HttpAgentOptions {
  /** As that provider's own client wants it: for OpenAI with `/v1` at the end, for Anthropic without. */
  readonly baseUrl: string;
  readonly format: AgentFormat;
  readonly kind: AgentKind;
  readonly model?: string;
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Tool calls until a healthy agent is done. */
  readonly steps?: number;
  /** Requests after which it gives up, whatever it is doing. */
  readonly requestsMax?: number;
  /** Its usual time between two requests; 0 for none at all. */
  readonly stepDelayMs?: number;
  readonly onStep?: (step: AgentStep) => void;
  /** Ends it from outside. */
  readonly signal?: AbortSignal;
}

/** A request that was answered. */
export interface AgentStep {
  readonly kind: AgentKind;
  /** From 1. */
  readonly step: number;
  readonly text: string;
  readonly toolCalls: readonly AgentCall[];
}

/** How an agent ended. */
export interface AgentEnd {
  readonly kind: AgentKind;
  /**
   * `finished`: the task is done. `refused`: an answer that is none (see status and message). `unreachable`: no
   * answer, or one that breaks off. `gave_up`: too many requests. `cancelled`: by the signal.
   */
  readonly reason: 'finished' | 'refused' | 'unreachable' | 'gave_up' | 'cancelled';
  /** Requests that were answered. */
  readonly steps: number;
  /** Of the last answer; null when there is none. */
  readonly status: number | null;
  /** The last words: the model's, or of whoever refused. */
  readonly message: string;
  /** The type or code of a refusal's error object, such as `agent_stopped`; null when there is none. */
  readonly code: string | null;
}

/** Lets an agent loose; resolves when it ends, whatever the network does. */
export async function httpAgent(options: HttpAgentOptions): Promise<AgentEnd> {
  const { kind, requestsMax = REQUESTS_DEFAULT, stepDelayMs = STEP_DELAY_DEFAULT_MS } = options;
  const { signal, onStep } = options;
  const wire = agentWires[options.format];
  const task = taskText(kind, options.steps ?? STEPS_DEFAULT);
  const history: object[] = [{ role: 'user', content: task }];
  let steps = 0;
  let status: number | null = null;
  const ended = (
    reason: AgentEnd['reason'],
    message: string,
    code: string | null = null,
  ): AgentEnd => {
    return { kind, reason, steps, status, message, code };
  };
  while (steps < requestsMax) {
    let reading: AgentReading;
    try {
      await delay(gapBeforeMs(kind, steps, stepDelayMs), undefined, { signal });
      status = null;
      const answer = await ask(options, history);
      status = answer.status;
      if (answer.status !== 200) {
        const { message, code } = refusalIn(answer);
        return ended('refused', message, code);
      }
      reading = wire.read(JSON.parse(answer.body));
    } catch (error) {
      return signal?.aborted === true
        ? ended('cancelled', 'it was told to end')
        : ended('unreachable', failureText(error));
    }
    const { text, calls, message } = reading;
    steps += 1;
    onStep?.({ kind, step: steps, text, toolCalls: calls });
    if (calls.length === 0) return ended('finished', text);
    const results = calls.map((call) => resultOf(kind, call, steps));
    history.push(message, ...wire.results(results));
  }
  return ended('gave_up', `no end after ${requestsMax} requests`);
}

/** How long an agent waits before a request, by how many it has made. */
export function gapBeforeMs(kind: AgentKind, done: number, stepDelayMs: number): number {
  if (done === 0) return 0;
  switch (kind) {
    case 'healthy':
      return stepDelayMs * (HEALTHY_RHYTHM[done % HEALTHY_RHYTHM.length] ?? 1);
    case 'looping':
      return stepDelayMs;
    case 'runaway':
      return stepDelayMs * RUNAWAY_SHARE ** done;
  }
}

interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

async function ask(options: HttpAgentOptions, history: readonly object[]): Promise<RawAnswer> {
  const { baseUrl, format, model = 'fake-model', apiKey = 'no-key', headers, signal } = options;
  const wire = agentWires[format];
  const system = 'You are an agent of a demonstration. Use the tools you have.';
  const response = await fetch(`${baseUrl.replace(/\/$/, '')}${wire.path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json', ...wire.headers(apiKey), ...headers },
    body: JSON.stringify(wire.body(model, system, history)),
    signal: signal ?? null,
  });
  return { status: response.status, body: await response.text() };
}

function resultOf(kind: AgentKind, { id, name, args }: AgentCall, step: number) {
  const [argument] = Object.values(args);
  const text = madeUpResult(kind, name, typeof argument === 'string' ? argument : '', step);
  return { id, text };
}

/** The words and the code of a refusal: both formats keep them in the same place. */
function refusalIn({ body }: RawAnswer): {
  readonly message: string;
  readonly code: string | null;
} {
  const error = fieldsOf(fieldsOf(parseJson(body))['error']);
  return {
    message: textOrNull(error['message']) ?? body,
    code: textOrNull(error['code']) ?? textOrNull(error['type']),
  };
}

/** What went wrong on the way; `fetch` keeps the reason in the cause. */
function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
