/**
 * A prompt with one tool that notes that it ran, and what may stand in its way.
 */
import {
  Budget,
  Deadline,
  FeedbackProviderConfig,
  FeedbackTrigger,
  MarkdownSection,
  Prompt,
  PromptTemplate,
  Session,
  StaticFeedbackProvider,
  runTool,
  type DeclaredTool,
  type Filesystem,
  type ToolGate,
  type ToolPolicy,
  type ToolRun,
} from '../../src/guardrails/index.ts';
import { notingTool } from './guarded-tools.ts';

interface Parts {
  readonly tools?: readonly DeclaredTool[];
  readonly policies?: readonly ToolPolicy<string>[];
  readonly filesystem?: Filesystem;
  readonly says?: boolean;
}

/** A prompt with the tool `act`, which notes that it ran, and whatever else a test needs. */
export class ToolStage {
  readonly ran: string[] = [];
  readonly session = new Session();
  readonly prompt: Prompt;

  constructor({ tools = [], policies = [], filesystem, says = false }: Parts = {}) {
    const own = new MarkdownSection({ tools: [notingTool('act', this.ran), ...tools] });
    const provider = new StaticFeedbackProvider({ feedback: 'go on' });
    const trigger = new FeedbackTrigger({ everyNCalls: 1 });
    const template = new PromptTemplate({
      ns: 'test',
      key: 'run',
      sections: [own],
      policies,
      feedbackProviders: says ? [new FeedbackProviderConfig({ provider, trigger })] : [],
    });
    this.prompt = new Prompt({ template, filesystem: filesystem ?? null });
  }

  run(more: Partial<ToolRun> & { tool?: string; params?: unknown; callId?: string } = {}) {
    const { prompt, session } = this;
    return runTool({ tool: 'act', params: {}, prompt, session, ...more });
  }
}

/** A deadline that has passed. */
export const past = () => new Deadline({ expiresAtMs: 1000, clock: { now: () => 1000 } });
/** A budget with nothing in it. */
export const emptyBudget = () => new Budget({ maxTotalTokens: 0 });
/** What a gate says that a person closed. */
export const stopped = {
  kind: 'manual',
  agent: 'a',
  session: null,
  reason: 'A person stopped it.',
  remedy: 'A person activates it.',
  refusal: 'error',
  temporary: false,
} as const;
export const closedGate: ToolGate = { standing: () => Promise.resolve(stopped) };
export const openGate: ToolGate = { standing: () => Promise.resolve(null) };
