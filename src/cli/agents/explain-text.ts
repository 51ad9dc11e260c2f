/**
 * Why an agent was stopped, put together from its events and how it stands now.
 */
import { isObject } from '../../base/json-values.ts';
import { eventText } from '../../control/agents/event-text.ts';
import { holdWords } from '../../control/agents/state-words.ts';
import type { IncidentSummary } from '../../control/api/client.ts';
import type { EventView } from '../../control/index.ts';
import { stopNumbers, stopTitle } from '../../core/holds/stop-title.ts';
import { waitTitle } from '../../core/holds/wait-title.ts';
import type { HoldKind, SafetyVeto } from '../../core/index.ts';
import type { AgentView } from '../../gate/index.ts';
import { span, type Line } from '../terminal/styled-line.ts';
import { momentText } from '../terminal/time-text.ts';
import { heldBy, heldLine, remedyText, stateSpan } from './standing-text.ts';

/** What there is to say. */
export interface Explanation {
  readonly agent: AgentView;
  /** What happened, in one sentence; null when nothing did. */
  readonly title: string | null;
  /** The newest stop, hold or veto; null when there was none. */
  readonly happened: EventView | null;
  /** What ended it; null while it stands, and for a veto, which passes by itself. */
  readonly lifted: EventView | null;
  /** What a person can do now; empty when nothing holds it. */
  readonly remedies: readonly string[];
}

/** Acts that release. */
const releasing = new Set(['activate', 'resume', 'restart', 'resume-all']);

/** Puts the explanation together. */
export function explanationOf(
  agent: AgentView,
  events: readonly EventView[],
  incidents: readonly Pick<IncidentSummary, 'at' | 'title'>[],
): Explanation {
  const newestFirst = events.toSorted((one, other) => other.id - one.id);
  const stops = newestFirst.filter(
    ({ event_type: type }) => type === 'kill_switch' || type === 'hold',
  );
  // Low health vetoes because of the hold that it raised, and that one says it better.
  const veto = newestFirst.find(
    ({ event_type: type, details }) => type === 'veto' && details['veto'] !== 'HEALTH_DEGRADED',
  );
  // The kill switch tells the numbers; the hold that it raises in the same moment only repeats the reason. What it says
  // of calls that came after the stop is no stop of its own.
  const held = stops.find(({ event_type: type }) => type === 'hold');
  const told = stops.find(
    (one) => one.event_type === 'kill_switch' && one.timestamp === held?.timestamp,
  );
  const stop = told ?? held ?? stops[0];
  const isVetoNewer = veto !== undefined && stop !== undefined && veto.id > stop.id;
  const happened = isVetoNewer ? veto : (stop ?? veto ?? null);
  return {
    agent,
    title: happened === null ? null : titleOf(happened, incidents),
    happened,
    lifted: stop === undefined ? null : liftedBy(newestFirst, stop),
    remedies: [...new Set(heldBy(agent, null).map(remedyText))],
  };
}

function titleOf(
  { event_type: type, timestamp, reason, details }: EventView,
  incidents: readonly Pick<IncidentSummary, 'at' | 'title'>[],
): string {
  if (type === 'veto') {
    const { veto, until } = details;
    const at = typeof until === 'number' ? until : null;
    return waitTitle({ veto: veto as SafetyVeto, reason, until: at }, momentText);
  }
  const incident = incidents.find(({ at }) => at === timestamp);
  if (incident !== undefined) return incident.title;
  const { hold, by, why, target } = details;
  const about = typeof target === 'string' ? { target } : {};
  return stopTitle({
    hold: type === 'kill_switch' ? 'kill_switch' : (hold as HoldKind),
    by: type === 'kill_switch' ? 'detector' : String(by),
    why: typeof why === 'string' ? why : reason,
    ...about,
  });
}

/** The act that released what the stop raised, or the release that came by itself. */
function liftedBy(newestFirst: readonly EventView[], stop: EventView): EventView | null {
  const later = newestFirst.filter(({ id }) => id > stop.id).toReversed();
  const hold = stop.event_type === 'kill_switch' ? 'kill_switch' : stop.details['hold'];
  const release = later.find(
    ({ event_type: type, details }) => type === 'release' && details['hold'] === hold,
  );
  if (release === undefined) return null;
  const act = newestFirst.find(
    ({ event_type: type, timestamp, details }) =>
      type === 'operator' &&
      timestamp === release.timestamp &&
      releasing.has(String(details['action'])),
  );
  return act ?? release;
}

/** The explanation in lines. */
export function explainLines({ agent, title, happened, lifted, remedies }: Explanation): Line[] {
  // What the title has just said is not said again.
  const held = heldBy(agent, null).filter(({ hold }) => hold.title !== title);
  return [
    [span(`${agent.name}: `, 'bold'), stateSpan(agent)],
    ...(happened === null
      ? [[span('  It was never stopped, and never had to wait.')]]
      : [
          [span(`  ${title ?? happened.reason}`, 'yellow')],
          [span(`    ${headlineOf(happened)}`)],
          ...wordsOf(happened).map((words): Line => [span(`    ${words}`, 'dim')]),
        ]),
    ...(lifted === null
      ? []
      : [[span(`  lifted: ${liftText(lifted)}, at ${momentText(lifted.timestamp)}`, 'green')]]),
    ...held.map((one): Line => [span('  also: '), ...heldLine(one)]),
    ...remedies.map((remedy): Line => [span(`  what to do: ${remedy}`, 'cyan')]),
    ...(remedies.length === 0 ? [[span(`  what to do: ${nothingToDo(agent)}`, 'green')]] : []),
  ];
}

/** Who lifted it, as the events tell it. */
function liftText({ event_type: type, reason, details }: EventView): string {
  return lowered(eventText({ type, reason, details }, momentText).text);
}

/** Nobody has to do anything: it works, or it will by itself. */
function nothingToDo({ waiting }: Pick<AgentView, 'waiting'>): string {
  if (waiting === null) return 'nothing, it may work.';
  return `nothing, its calls continue by themselves at ${momentText(waiting.until)}.`;
}

function headlineOf({ event_type: type, timestamp, session, details }: EventView): string {
  const where = session === null ? '' : ` (session ${session})`;
  const what =
    type === 'kill_switch'
      ? 'stopped by the loop detector'
      : type === 'hold'
        ? `${lowered(holdWords[details['hold'] as HoldKind])} (${String(details['by'])})`
        : `waited for ${String(details['veto'])}`;
  return `${what} at ${momentText(timestamp)}${where}`;
}

/** Of a kill, the rule and the numbers of both detectors; the title says the rest. */
function wordsOf({ event_type: type, reason, details }: EventView): string[] {
  if (type !== 'kill_switch') return [];
  const { detector, threshold, progress, literal, opinion } = details;
  const limit = isObject(opinion) ? opinion['stopsAbove'] : threshold;
  const moved =
    limit === threshold
      ? []
      : [`a second opinion had moved the limit from ${String(threshold)} to ${String(limit)}`];
  const numbers = stopNumbers({ hold: 'kill_switch', by: 'detector', why: reason });
  return [
    ...(numbers === '' ? [] : [numbers]),
    `${String(detector)} decided, threshold ${String(threshold)}: ` +
      `progress score ${scoreOf(progress)}, literal score ${scoreOf(literal)}`,
    ...moved,
  ];
}

function lowered(words: string): string {
  return `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

function scoreOf(report: unknown): string {
  const hasScore = typeof report === 'object' && report !== null && 'score' in report;
  return hasScore ? String(report.score) : 'not known';
}
