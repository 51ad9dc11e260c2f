/**
 * A run of a family as a line that `tripwire detect` reads.
 */
import type { Family } from './family.ts';
import { ScriptedAgent } from './scripted-agent.ts';

/** An event as it stands in the line. */
export interface DetectEvent {
  readonly kind: 'llm' | 'tool';
  readonly t_ms: number;
  readonly prompt?: string;
  readonly response?: string;
  readonly tool?: string;
  readonly args?: unknown;
  readonly error?: string;
  readonly result?: string;
}

export interface DetectLine {
  readonly id: string;
  readonly events: readonly DetectEvent[];
}

/** One run of a family. */
export function detectLine(family: Family, instance: number): DetectLine {
  const agent = new ScriptedAgent(family, instance);
  family.play(agent);
  const calls = new Map<string, { readonly tool: string; readonly args: unknown }>();
  const events = (agent.run().threads[0]?.events ?? []).flatMap((event): DetectEvent[] => {
    const t_ms = event.t;
    if (event.k === 'user') return [{ kind: 'llm', prompt: event.text, t_ms }];
    if (event.k === 'compact') return [{ kind: 'llm', response: '[context compacted]', t_ms }];
    if (event.k === 'asst') {
      for (const { id, name, args } of event.calls) calls.set(id, { tool: name, args });
      return event.text === '' ? [] : [{ kind: 'llm', response: event.text, t_ms }];
    }
    return event.results.map(({ id, text, err }) => ({
      kind: 'tool' as const,
      ...calls.get(id),
      ...(err ? { error: text } : { result: text }),
      t_ms,
    }));
  });
  return { id: `${family.name}/${instance}`, events };
}
