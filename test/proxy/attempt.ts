/** One task of an SDK behind the proxy, whether it ends well or not. */
import type { RunningProxy } from '../kit/running-proxy.ts';
import type { RunTool, Sdk, SdkOutcome } from './sdk-run.ts';
import { seenFetch, type SeenAnswer, type SeenFetch } from './seen-fetch.ts';

/** What became of it. */
export interface Attempt {
  /** Null when the SDK threw. */
  readonly outcome: SdkOutcome | null;
  readonly error: unknown;
  /** Every answer that the SDK got, also those to its own retries. */
  readonly answers: readonly SeenAnswer[];
  /** The tools that ran, by what they were told to look at. */
  readonly ran: readonly unknown[];
}

/** How the task is done. */
export interface AttemptAt {
  readonly stream: boolean;
  readonly agent?: string;
  readonly prompt?: string;
  readonly runTool?: RunTool;
  /** Given by tests that look while the task is under way. */
  readonly seen?: SeenFetch;
}

/** Does the task and tells. */
export async function attempt(running: RunningProxy, sdk: Sdk, how: AttemptAt): Promise<Attempt> {
  const { fetch, answers } = how.seen ?? seenFetch();
  const ran: unknown[] = [];
  const runTool: RunTool = (name, args) => {
    ran.push(args['at']);
    return how.runTool?.(name, args) ?? 'nothing';
  };
  const { stream, agent = 'sam', prompt = 'Where is the cat?' } = how;
  const baseUrl = running.baseUrl(agent, sdk.provider);
  try {
    const outcome = await sdk.run({ baseUrl, stream, prompt, runTool, fetch });
    return { outcome, error: null, answers, ran };
  } catch (error) {
    return { outcome: null, error, answers, ran };
  }
}

/** The status in an SDK's error; each names it in its own way. */
export function statusOf(error: unknown): number | undefined {
  const { status, statusCode } = error as { status?: number; statusCode?: number };
  return status ?? statusCode;
}

/** The status that refuses in a format. */
export function refusalStatus({ format }: Sdk): number {
  return refusalStatuses[format];
}

const refusalStatuses: Readonly<Record<Sdk['format'], number>> = {
  anthropic: 402,
  'openai-chat': 400,
  'openai-responses': 400,
  gemini: 403,
};
