/**
 * The one pure transition: (state, record, constitution) to the next state and its decision.
 *
 * It composes the modules in one direction, activity → intent → safety, and nothing calls
 * upstream. The same records under the same constitution give the same bytes, always.
 */
import { answer, mayPass, spentBudget, type Decision, type Question } from './answer.ts';
import {
  isSealed,
  type Constitution,
  type ConstitutionValues,
} from './constitution/constitution.ts';
import { TripwireError } from './errors.ts';
import { countResult } from './health.ts';
import { oneUsed } from './holds/grace.ts';
import { bindingHolds, standingHolds, type Ask } from './holds/hold-view.ts';
import { raiseHold, type Hold } from './holds/holds.ts';
import type { KillSwitchReport } from './kill-switch.ts';
import { enter, leave, locate, type Place, type Scene } from './place.ts';
import { takePlan, withoutLapsed } from './plan/take-plan.ts';
import { endOf } from './records/call-ending.ts';
import { checkRecord } from './records/record-check.ts';
import {
  timestampOf,
  type AdmitRecord,
  type AgentRecord,
  type ResultRecord,
} from './records/records.ts';
import { graceOfBudget, withBudgetGrace } from './spending/budget-grace.ts';
import { callAsked, type CallSpend } from './spending/budgets.ts';
import { reserveSpend, settleSpend } from './spending/count-spending.ts';
import { asksToExtend, budgetPause } from './spending/extensions.ts';
import { countSpend } from './spending/usage.ts';
import type { AgentState, SessionState } from './state.ts';
import { underFamily } from './subagents/family-stop.ts';
import { answered, brokenSubagentLimit, withSubagent } from './subagents/subagent-limits.ts';
import { takeEvent } from './take/event.ts';
import { takeObservation } from './take/observation.ts';
import { takeOperator } from './take/operator.ts';
import { takeSignal } from './take/signal.ts';

/** A decision and the state after it. */
export interface StepResult extends Decision {
  readonly state: AgentState;
}

/** Takes one record. Throws, and changes nothing, for a bad record or another constitution. */
export function step(
  state: AgentState,
  record: AgentRecord,
  constitution: Constitution,
): StepResult {
  checkRecord(record);
  return transition(state, record, constitution);
}

/**
 * The same for a record that an older version judged: what its kill switch said is taken from its decision, because
 * the detectors of this version do not read its digests as it did, and what it stopped must stay stopped.
 */
export function stepAsRecorded(
  state: AgentState,
  record: AgentRecord,
  constitution: Constitution,
  { killSwitch }: Pick<Decision, 'killSwitch'>,
): StepResult {
  checkRecord(record);
  return transition(state, record, constitution, killSwitch ?? null);
}

/** The same for a record that was checked already: whoever takes it from outside checks it once. */
export function transition(
  state: AgentState,
  record: AgentRecord,
  constitution: Constitution,
  recorded?: KillSwitchReport | null,
): StepResult {
  requireConstitution(state, constitution);
  const { values } = constitution;
  const stamp = timestampOf(record);
  const now = Math.max(stamp, state.clock);
  const present = withoutLapsed(state, now);
  const moved: AgentState = { ...present, sequence: state.sequence + 1, clock: now };
  const place = locate(moved, record);
  let scene = enter(moved, place, now, values);
  if (now !== stamp) {
    const late = `CLOCK_CLAMPED: timestamp ${stamp} is lower than the last one, ${now} is used`;
    scene = { ...scene, notes: [late, ...scene.notes] };
  }
  if (record.type === 'admit') {
    const observed = takeObservation(underFamily(scene, record), record, 0, now, recorded);
    return admit(observed, place, record, now, values);
  }
  const taken = settleSpend(take(scene, place, record, now, values), record, now);
  if (record.type !== 'event') {
    return conclude({ scene: taken, report: null }, place, questionOf(record), now, values);
  }
  const observed = takeObservation(taken, record, record.event.tokenCount, now, recorded);
  return conclude(
    withEnd(observed, endOf(record), now, values),
    place,
    questionOf(record),
    now,
    values,
  );
}

/** The call ended with its response: it counts as a result after it does. */
function withEnd(
  observed: Taken,
  end: ResultRecord | null,
  now: number,
  values: ConstitutionValues,
): Taken {
  if (end === null) return observed;
  return { ...observed, scene: takeEnd(observed.scene, end, now, values) };
}

/** A state belongs to one constitution, and only a sealed one counts: none can be swapped in. */
function requireConstitution(state: AgentState, constitution: Constitution): void {
  if (!isSealed(constitution)) {
    throw new TripwireError('CONSTITUTION_INVALID', 'this constitution was not sealed at start');
  }
  if (state.constitution !== constitution.id) {
    throw new TripwireError(
      'CONSTITUTION_MISMATCH',
      `the state lives under constitution ${state.constitution}, not ${constitution.id}`,
    );
  }
}

/** Where a record was taken, and what the kill switch said of it; null where nothing was observed. */
interface Taken {
  readonly scene: Scene;
  readonly report: KillSwitchReport | null;
}

function take(
  scene: Scene,
  place: Place,
  record: Exclude<AgentRecord, AdmitRecord>,
  now: number,
  values: ConstitutionValues,
): Scene {
  switch (record.type) {
    case 'event':
      return takeEvent(answered(scene, record, now), record, now, values);
    case 'result':
      return takeEnd(scene, record, now, values);
    case 'tick':
      return scene;
    case 'operator':
    case 'signal': {
      const agent = leave(scene.agent, place, scene.session, scene.thread);
      const taken =
        record.type === 'operator'
          ? takeOperator(agent, record, place, now, values)
          : takeSignal(agent, record, place, now);
      const session = taken.agent.sessions[place.session] ?? scene.session;
      const thread = session.threads[place.thread] ?? scene.thread;
      const noted = {
        agent: taken.agent,
        session,
        thread,
        notes: [...scene.notes, ...taken.notes],
      };
      const plan = record.type === 'signal' && record.change === 'note' ? record.plan : undefined;
      return takePlan(noted, plan, now, true);
    }
  }
}

function takeEnd(
  scene: Scene,
  record: ResultRecord,
  now: number,
  values: ConstitutionValues,
): Scene {
  const session = takeResult(scene.session, record, now, values);
  return takePlan({ ...scene, session }, record.plan, now);
}

function takeResult(
  session: SessionState,
  record: ResultRecord,
  now: number,
  values: ConstitutionValues,
): SessionState {
  const counted = countResult(session, record.result.status, now, values);
  const { settles } = record;
  // Without a settlement the tokens were counted by the event they belong to.
  if (settles === undefined) return counted;
  // A result tells tokens only, so the tool calls stay where they were counted.
  const spend = { tokenCount: record.result.tokensUsed, toolCalls: 0 };
  const usage = countSpend(counted.usage, spend, { ...settles, toolCalls: 0 }, now);
  return { ...counted, usage };
}

/** Judges a call with its estimate; only when it may pass is the estimate counted. */
function admit(
  { scene, report }: Taken,
  place: Place,
  record: AdmitRecord,
  now: number,
  values: ConstitutionValues,
): StepResult {
  const { ask } = questionOf(record);
  const call = callAsked(record);
  const subagent = brokenSubagentLimit(scene, record, now);
  const question = { ask, asked: record.estimate, call, subagent };
  const isAllowed = mayPass(scene, question, now, values);
  // A hook lets through what no hold binds, whatever else is waited for; it counts all the same.
  const isSaved = record.purpose === 'save' && isUnheld(scene, ask, now);
  if (record.reserve === false || !(isAllowed || isSaved)) {
    const isTold = record.reserve === false;
    const asking = isTold ? scene : pausedAtBudget(scene, question, now);
    return conclude({ scene: asking, report }, place, question, now, values);
  }
  const counted = countGrace(scene, call, now);
  // It was counted, so it may be the last.
  const passed = { ask: ask === null ? null : { ...ask, isPart: true }, asked: null };
  if (!isAllowed) return conclude({ scene: counted, report }, place, passed, now, values);
  const usage = countSpend(scene.session.usage, record.estimate, undefined, now);
  const begun = withSubagent(counted, record, now);
  const spent = { ...begun, session: { ...begun.session, usage } };
  const isCounted = call !== null && scene.agent.envelope.budgets !== undefined;
  const reserved = isCounted
    ? reserveSpend(spent, { ...call, microUsd: call.microUsd ?? 0 }, now)
    : spent;
  return conclude({ scene: reserved, report }, place, passed, now, values);
}

/** A budget that asks raises its hold where the budget is, when a call comes that it has no room for. */
function pausedAtBudget(scene: Scene, { ask, call = null }: Question, now: number): Scene {
  const { agent } = scene;
  const { budgets } = agent.envelope;
  if (call === null || budgets?.extendPercent === undefined) return scene;
  const report = spentBudget(scene, call, now);
  const isOver = report !== null && graceOfBudget(agent, report, now) === null;
  if (!isOver || !asksToExtend(report, budgets) || !isUnheld(scene, ask, now)) return scene;
  const { level } = report;
  const node = scene[level];
  const holds = raiseHold(node.holds, budgetPause(report, budgets, now));
  return { ...scene, [level]: { ...node, holds } };
}

function isUnheld({ agent, session, thread }: Scene, ask: Ask | null, now: number): boolean {
  return bindingHolds(standingHolds(agent, session, thread, now), ask).length === 0;
}

/** One call less of every grace that it passed under. */
function countGrace(scene: Scene, call: CallSpend | null, now: number): Scene {
  const used = <Node extends { readonly holds: readonly Hold[] }>(node: Node): Node =>
    node.holds.some(({ grace }) => grace !== undefined)
      ? { ...node, holds: node.holds.map((hold) => oneUsed(hold, now)) }
      : node;
  const { agent, session, thread } = scene;
  const report = call === null ? null : spentBudget(scene, call, now);
  const grace = report === null ? null : graceOfBudget(agent, report, now);
  const budgeted = grace === null ? agent : withBudgetGrace(agent, grace);
  return { ...scene, agent: used(budgeted), session: used(session), thread: used(thread) };
}

function questionOf(record: AgentRecord): Question {
  if (record.type === 'event') {
    const tools = record.event.toolCalls > 0;
    const ask = { tools, target: record.target, saves: !tools, isPart: true };
    return { ask, asked: null };
  }
  if (record.type === 'admit') {
    const { purpose, target, reserve, repeats } = record;
    const saves = purpose !== 'tool';
    const tools = purpose === 'tool' || purpose === 'save';
    return {
      ask: { tools, target, saves, isPart: reserve === false && repeats === undefined },
      asked: null,
    };
  }
  return { ask: null, asked: null };
}

/** The members are in canonical order, because that is how a decision is hashed. */
function conclude(
  { scene, report }: Taken,
  place: Place,
  question: Question,
  now: number,
  values: ConstitutionValues,
): StepResult {
  const state = leave(scene.agent, place, scene.session, scene.thread);
  const { activity, budget, health, holds, intent, safety, wakeAt } = answer(
    scene,
    place.thread,
    question,
    now,
    values,
  );
  if (budget === undefined && report === null) {
    return { activity, health, holds, intent, safety, state, wakeAt };
  }
  const told = budget === undefined ? {} : { budget };
  const killed = report === null ? {} : { killSwitch: report };
  return { activity, ...told, health, holds, intent, ...killed, safety, state, wakeAt };
}
