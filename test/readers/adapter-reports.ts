/**
 * What an adapter tells the gate about the tool calls of its SDK, through the run that all adapters share.
 */
import { GuardedSession } from '../../src/adapters/guarded-session.ts';
import { ReportedCalls } from '../../src/adapters/reported-calls.ts';
import type { TranscriptEvent } from '../../src/detect/index.ts';
import { eventOf } from '../../src/gate/tool-sightings.ts';
import {
  Prompt,
  PromptTemplate,
  type ToolGate,
  type ToolSeen,
} from '../../src/guardrails/index.ts';
import type { Call, Scenario } from './scenarios.ts';

type Told = (guarded: GuardedSession, call: Call, id: string) => Promise<unknown>;

/** How adapters learn of a call: around it, or by two reports of a client that ran it by itself. */
export const ADAPTER_REPORTS: Readonly<Record<string, Told>> = {
  'around the call': (guarded, { tool, args, result, failed }, id) =>
    guarded.aroundTool({ name: tool }, args, id, () => {
      if (failed) throw new Error(result);
      return result;
    }),
  'before and after it': async (guarded, { tool, args, result, failed }, id) => {
    const calls = new ReportedCalls(guarded);
    await calls.before(tool, args, id);
    return calls.after(id, failed ? { failed: result } : { value: result });
  },
};

/** The events that a gate makes of what it is told. */
export async function adapterEvents(scenario: Scenario, told: Told): Promise<TranscriptEvent[]> {
  const seen: ToolSeen[] = [];
  const port: ToolGate = {
    standing: () => Promise.resolve(null),
    tool: (one) => {
      seen.push(one);
      return Promise.resolve(null);
    },
  };
  const template = new PromptTemplate({ ns: 'test', key: 'readers', sections: [] });
  const guarded = new GuardedSession('test', {
    prompt: new Prompt({ template }),
    report: ({ message }) => {
      throw new Error(message);
    },
    gate: { port, agent: 'reader' },
  });
  const events: TranscriptEvent[] = [];
  for (const [index, { atMs, calls }] of scenario.turns.entries()) {
    for (const [place, call] of calls.entries()) {
      await told(guarded, call, `call_${index}_${place}`);
      const one = seen.at(-1);
      if (one === undefined) throw new Error('the gate was told nothing');
      events.push(eventOf(one, atMs));
    }
  }
  return events;
}
