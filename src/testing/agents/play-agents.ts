/**
 * Plays scripted agents against the real core, in simulated time.
 *
 * It is the loop a shell runs, without the shell: records go in by time, the execution adapter
 * carries out what was allowed, its results go back in, and `wakeAt` says when to look again.
 */
import { present } from '../../base/present.ts';
import {
  timestampOf,
  type AgentRecord,
  type Decision,
  type DecisionRun,
  type ResultRecord,
} from '../../core/index.ts';
import { createInProcessAdapter } from '../../gate/index.ts';
import {
  scriptedRecords,
  type AgentScript,
  type Outcome,
  type ScriptedRecord,
} from './scripted-agent.ts';

/** A record that was judged, and the judgement. */
export interface Moment {
  readonly agent: string;
  readonly atMs: number;
  readonly record: AgentRecord;
  readonly decision: Decision;
}

/** One agent on its way through its script. */
interface Lane {
  readonly agent: string;
  readonly script: ScriptedRecord[];
  /** Results of executions that are still running in simulated time, the first to end first. */
  readonly results: ResultRecord[];
  wakeAt: number | null;
}

interface Due {
  readonly lane: Lane;
  readonly atMs: number;
  readonly what: 'result' | 'script' | 'wake';
}

/** Every judged record of all agents in order of time, until the last script has ended. */
export async function* playAgents(
  scripts: readonly AgentScript[],
  run: DecisionRun,
): AsyncGenerator<Moment, void, undefined> {
  const lanes = scripts.map(createLane);
  while (lanes.some(({ script, results }) => script.length + results.length > 0)) {
    const due = earliest(lanes);
    if (due === null) return;
    const { lane, atMs } = due;
    const { record, outcome } = take(due);
    const decision = run.take(record);
    // A wake that does not lie ahead would be looked at for ever.
    lane.wakeAt = decision.wakeAt !== null && decision.wakeAt > atMs ? decision.wakeAt : null;
    yield { agent: lane.agent, atMs, record, decision };
    if (outcome === null) continue;
    lane.results.push(await carryOut(decision, record, outcome));
    lane.results.sort((a, b) => a.timestamp - b.timestamp);
  }
}

function createLane(script: AgentScript): Lane {
  return { agent: script.name, script: [...scriptedRecords(script)], results: [], wakeAt: null };
}

/** What comes next; at equal times the earlier agent, and results before new asks. */
function earliest(lanes: readonly Lane[]): Due | null {
  let next: Due | null = null;
  for (const lane of lanes) {
    const [result] = lane.results;
    const [scripted] = lane.script;
    const dues = [
      ['result', result === undefined ? null : result.timestamp],
      ['script', scripted === undefined ? null : timestampOf(scripted.record)],
      ['wake', lane.wakeAt],
    ] as const;
    for (const [what, atMs] of dues) {
      if (atMs !== null && (next === null || atMs < next.atMs)) next = { lane, atMs, what };
    }
  }
  return next;
}

function take({ lane, atMs, what }: Due): { record: AgentRecord; outcome: Outcome | null } {
  if (what === 'result') {
    const result = lane.results.shift();
    if (result !== undefined) return { record: result, outcome: null };
  }
  if (what === 'script') {
    const scripted = lane.script.shift();
    if (scripted !== undefined) return scripted;
  }
  return { record: { type: 'tick', agent: lane.agent, timestamp: atMs }, outcome: null };
}

/** Lets the adapter act on the decision; a refused action never starts. */
async function carryOut(
  decision: Decision,
  record: AgentRecord,
  outcome: Outcome,
): Promise<ResultRecord> {
  // Each execution has its own clock: executions may overlap, and time is only data here.
  let nowMs = timestampOf(record);
  const adapter = createInProcessAdapter(() => nowMs);
  const tokensUsed = record.type === 'event' ? record.event.tokenCount : 0;
  const result = await adapter.execute(decision.safety, () => {
    nowMs += outcome.durationMs;
    if (outcome.status === 'FAILED') return Promise.reject(new Error('scripted failure'));
    return Promise.resolve({ tokensUsed });
  });
  const { agent } = record;
  return { type: 'result', ...present({ agent }), timestamp: nowMs, result };
}
