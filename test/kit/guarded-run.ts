/**
 * A guarded run in a test: a session on a clock that is moved by hand, a prompt, and calls of a tool that does nothing.
 * Everything goes through the library's own door.
 */
import {
  MarkdownSection,
  Prompt,
  PromptTemplate,
  Session,
  collectFeedback,
  defineTool,
  runTool,
  type Deadline,
  type FeedbackProvider,
  type FeedbackProviderConfig,
  type Filesystem,
  type GuardrailProblem,
  type TaskCompletionChecker,
} from '../../src/guardrails/index.ts';
import { anyParams } from './guarded-tools.ts';

/** A clock that only a test moves. */
export class HandClock {
  #nowMs: number;

  constructor(nowMs = 1_000_000) {
    this.#nowMs = nowMs;
  }

  now(): number {
    return this.#nowMs;
  }

  pass(seconds: number): void {
    this.#nowMs += seconds * 1000;
  }
}

export interface GuardedRunOptions {
  readonly providers?: readonly FeedbackProviderConfig[];
  readonly checker?: TaskCompletionChecker;
  readonly filesystem?: Filesystem;
  readonly key?: string;
  /** The run that this one shares its session and clock with. */
  readonly with?: GuardedRun;
  readonly providerTimeoutMs?: number;
}

/** One prompt in one session. */
export class GuardedRun {
  readonly clock: HandClock;
  readonly session: Session;
  readonly prompt: Prompt;
  readonly problems: GuardrailProblem[] = [];
  deadline: Deadline | null = null;
  readonly #more: { readonly providerTimeoutMs?: number };

  constructor({ key = 'main', providerTimeoutMs, ...options }: GuardedRunOptions = {}) {
    this.clock = options.with?.clock ?? new HandClock();
    this.session = options.with?.session ?? new Session({ clock: this.clock });
    const template = new PromptTemplate({
      ns: 'test',
      key,
      sections: [],
      feedbackProviders: options.providers ?? [],
      taskCompletionChecker: options.checker ?? null,
    });
    this.prompt = new Prompt({ template, filesystem: options.filesystem ?? null });
    this.#more = providerTimeoutMs === undefined ? {} : { providerTimeoutMs };
  }

  /** A tool call that is over, after which nobody is asked what to say: a prompt of the same name without providers. */
  async record(tool = 'work'): Promise<void> {
    const { ns, key } = this.prompt.template;
    const section = new MarkdownSection({
      tools: [defineTool({ name: tool, params: anyParams, handler: () => 'done' })],
    });
    const prompt = new Prompt({ template: new PromptTemplate({ ns, key, sections: [section] }) });
    const { status } = await runTool({ session: this.session, prompt, tool, params: {} });
    if (status !== 'success') throw new Error(`the call of ${tool} ended as ${status}`);
  }

  /** What is said after the calls so far. */
  collect(): Promise<string | null> {
    return collectFeedback({
      session: this.session,
      prompt: this.prompt,
      deadline: this.deadline,
      report: (problem) => this.problems.push(problem),
      ...this.#more,
    });
  }

  /** One call, and who speaks after it. */
  async call(tool?: string): Promise<readonly string[]> {
    await this.record(tool);
    return speakers(await this.collect());
  }

  /** So many calls in a row, as `3:A` for each time somebody speaks. */
  async calls(count: number): Promise<readonly string[]> {
    const said: string[] = [];
    for (let number = 1; number <= count; number += 1) {
      for (const name of await this.call()) said.push(`${number}:${name}`);
    }
    return said;
  }
}

/** The providers that speak in a text. */
export function speakers(text: string | null): readonly string[] {
  return [...(text ?? '').matchAll(/^<feedback provider='([^']*)'>$/gm)].map(
    ([, name]) => name ?? '',
  );
}

/** A provider that says its name. */
export function says(name: string, more: Partial<FeedbackProvider> = {}): FeedbackProvider {
  return { name, shouldRun: () => true, provide: () => ({ summary: `${name} speaks` }), ...more };
}
