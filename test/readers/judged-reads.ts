/**
 * A scenario as the judge meets it: as a line of the corpus, as what its requests bring, and judged event by event. Whoever
 * compares readers compares what they read from the same turns.
 */
import {
  digestEvent,
  initialJudge,
  judgeEvent,
  rebuildNew,
  type TranscriptEvent,
} from '../../src/detect/index.ts';
import type { DetectEvent } from '../families/detect-line.ts';
import type { Scenario } from './scenarios.ts';
import { WIRE_BODIES } from './wire-bodies.ts';

/** When the prompt came. */
export function startMs({ turns }: Scenario): number {
  return (turns[0]?.atMs ?? 0) - 7_000;
}

/** The events of a scenario as a line of the corpus has them. */
export function corpusEvents(scenario: Scenario): DetectEvent[] {
  const done = scenario.turns.flatMap(({ atMs, says, calls }): DetectEvent[] => [
    ...(says === '' ? [] : [{ kind: 'llm' as const, response: says, t_ms: atMs }]),
    ...calls.map(({ tool, args, result, failed }) => ({
      kind: 'tool' as const,
      tool,
      args,
      ...(failed ? { error: result } : { result }),
      t_ms: atMs,
    })),
  ]);
  return [{ kind: 'llm', prompt: scenario.prompt, t_ms: startMs(scenario) }, ...done];
}

/** What the requests of a scenario bring in a wire format, each what is new in it, at the time it came. */
export function wireEvents(scenario: Scenario, format: string): TranscriptEvent[] {
  const body = WIRE_BODIES[format];
  if (body === undefined) throw new Error(`no wire format ${format}`);
  let { known } = rebuildNew(null, body(scenario, []));
  const events: TranscriptEvent[] = [];
  for (const [index, turn] of scenario.turns.entries()) {
    const earlierCalls = turn.calls.map(({ tool, args }, call) =>
      format === 'gemini without ids'
        ? { tool, args }
        : { callId: `call_${index}_${call}`, tool, args },
    );
    const request = body(scenario, scenario.turns.slice(0, index + 1));
    const read = rebuildNew(known, request, { earlierCalls });
    ({ known } = read);
    events.push(...read.events.map((event) => ({ ...event, atMs: turn.atMs })));
  }
  return events;
}

/** The how-manieth call is stopped, counted from 1; null where none is. */
export function stoppedAt(events: Iterable<TranscriptEvent>): number | null {
  let state = initialJudge();
  let calls = 0;
  for (const event of events) {
    if (event.kind === 'tool') calls += 1;
    const judged = judgeEvent(state, digestEvent(event));
    ({ state } = judged);
    if (judged.verdict.level === 'stop') return calls;
  }
  return null;
}
