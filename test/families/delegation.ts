/**
 * Handing a brief to a sub-agent and getting its report, in the manner of each client.
 */
import { textBlock, type Exchange, type Manner } from './client-manner.ts';

export interface Delegated {
  readonly title: string;
  readonly brief: string;
  readonly role: string;
  readonly report: string;
  /** The sub-agent's id. */
  readonly id: string;
  readonly tokens: number;
  readonly ms: number;
}

export function delegation(manner: Manner, delegated: Delegated): Exchange {
  const { title, brief, role, report, id, tokens, ms } = delegated;
  const exchanges: Readonly<Record<Manner, Omit<Exchange, 'err'>>> = {
    claude: {
      name: 'Task',
      args: { description: title, prompt: brief, subagent_type: role },
      text: JSON.stringify([
        ...textBlock(report),
        ...textBlock(`agentId: ${id}\n<usage>total_tokens: ${tokens}\nduration_ms: ${ms}</usage>`),
      ]),
    },
    codex: {
      name: 'spawn_agent',
      args: { agent_type: role, message: brief },
      text: JSON.stringify({ agent_id: id, status: { completed: report } }),
    },
    gemini: {
      name: 'delegate_to_agent',
      args: { agent_name: role, objective: brief },
      text: `Subagent '${role}' finished.\nTermination Reason: GOAL\nResult:\n${report}`,
    },
    opencode: {
      name: 'task',
      args: { description: title, prompt: brief, subagent_type: role },
      text: `${report}\n\n<task_metadata>\nsession_id: ses_${id}\n</task_metadata>`,
    },
    custom: {
      name: 'run_subagent',
      args: { role, task: brief },
      text: JSON.stringify({ run: id, ok: true, output: report, tokens_used: tokens }),
    },
  };
  return { ...exchanges[manner], err: false };
}
