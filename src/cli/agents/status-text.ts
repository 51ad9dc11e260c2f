/**
 * The server, or one agent, in lines.
 */
import type { Agent, Answer } from '../../control/api/client.ts';
import { REPORTED_WORDS } from '../../core/holds/stop-title.ts';
import { waitTitle } from '../../core/holds/wait-title.ts';
import { sumText, sumWords } from '../../prices/money-text.ts';
import { countOfThings, countText } from '../terminal/amounts.ts';
import { span, type Line } from '../terminal/styled-line.ts';
import { textTable } from '../terminal/text-table.ts';
import { momentText, spanText } from '../terminal/time-text.ts';
import { planLines } from './plan-text.ts';
import {
  heldBy,
  heldLine,
  heldSessionLines,
  heldSessions,
  holdsText,
  killSwitchText,
  remedyText,
  stateSpan,
} from './standing-text.ts';
import { switchLine } from './switch-text.ts';

const LABEL_COLUMNS = 14;
const ID_SHOWN_LENGTH = 12;
const BYTES_PER_MB = 1_048_576;
const PROBLEMS_SHOWN = 3;
const DRILL_WORDS =
  'belongs to tripwire drill; nothing runs under this name, and lists and figures leave it out';

/** The server. */
export function serverStatusLines(
  status: Answer<'GET /api/status'>,
  views: readonly Agent[],
  url: string,
): Line[] {
  const sessions = views.flatMap(heldSessions).length;
  const { version, started_at: startedAt, now, agents, stopped, constitution, data } = status;
  const size =
    data.bytes === null ? 'size not known' : `${(data.bytes / BYTES_PER_MB).toFixed(1)} MB`;
  return [
    [span(`Tripwire ${version}`, 'bold'), span(` at ${url}, up for ${spanText(now - startedAt)}`)],
    [
      ...label('agents'),
      span(`${agents}, `),
      stopped + sessions === 0
        ? span('none stopped', 'green')
        : span(`${stopped} stopped${sessionsText(sessions)}`, 'red'),
    ],
    [...label('kill switch'), ...switchLine(status.kill_switch)],
    ...heldSessionLines(views).map((line): Line => [...label(''), ...line]),
    [...label('calls open'), span(String(status.open_calls))],
    [...label('spent today'), span(spentText(status.today))],
    [
      ...label('constitution'),
      span(`${constitution.name} (${constitution.id.slice(0, ID_SHOWN_LENGTH)}…)`),
    ],
    [...label('data'), span(`${data.folder}, ${size}`)],
    ...status.problems.map(({ agent, problem }) => [
      span(`${agent} is refused: `, 'red'),
      span(`${problem} Run: tripwire doctor`),
    ]),
    ...status.recent_problems
      .slice(0, PROBLEMS_SHOWN)
      .map(({ at, where, problem }) => [
        span(`${where} had a problem at ${momentText(at)}: `, 'yellow'),
        span(problem),
      ]),
  ];
}

function sessionsText(count: number): string {
  return count === 0 ? '' : `, and ${countOfThings(count, 'single session')}`;
}

/** One agent. */
export function agentStatusLines(agent: Agent): Line[] {
  const { kill_switch: killSwitch, last_seen: lastSeen } = agent;
  const held = heldBy(agent, null);
  const exceptions = killSwitch.exceptions.map(({ tool, is }) => `${tool} (${is})`).join(', ');
  return [
    [span(`${agent.name}: `, 'bold'), stateSpan(agent)],
    [
      ...label('mode'),
      span(`${agent.mode}, intensity ${agent.intensity}, health ${agent.health.toFixed(2)}`),
    ],
    [
      ...label('kill switch'),
      span(
        `${killSwitchText(killSwitch)}; window ${killSwitch.window_size}, refusal: ${killSwitch.refusal}` +
          (exceptions === '' ? '' : `; exceptions: ${exceptions}`),
      ),
    ],
    [...label('calls open'), span(String(agent.open_calls))],
    [...label('spent today'), span(spentText(agent.spend.today))],
    [...label('spent in all'), span(spentText(agent.spend.total))],
    ...subagentLines(agent.spend.subagents),
    ...planLines(agent).map((line): Line => [...label('plan'), ...line]),
    [...label('last seen'), span(lastSeen === null ? 'never' : momentText(lastSeen))],
    ...(agent.drill ? [[...label('how'), span(DRILL_WORDS, 'yellow')]] : []),
    ...(agent.reported ? [[...label('how'), span(REPORTED_WORDS, 'yellow')]] : []),
    ...agent.stuck.map(({ code, why, since }): Line => [
      ...label('stuck'),
      span(`${code}: ${why} (since ${momentText(since)})`, 'yellow'),
    ]),
    ...waitingLines(agent),
    ...held.flatMap((one): Line[] => [
      [...label('why'), ...heldLine(one)],
      [...label(''), span(`to lift it: ${remedyText(one)}`, 'cyan')],
    ]),
    ...(agent.problem === null
      ? []
      : [[span('refused: ', 'red'), span(`${agent.problem} Run: tripwire doctor`)]]),
    ...sessionLines(agent),
  ];
}

/** What its subagents spent of that; nothing where it had none. */
function subagentLines({ today, total }: Agent['spend']['subagents']): Line[] {
  if (total.tokens === 0) return [];
  return [
    [...label('by subagents'), span(`${spentText(today)} today; ${spentText(total)} in all`)],
  ];
}

/** A veto holds it back: nobody has to do anything, and it continues by itself. */
function waitingLines({ waiting }: Agent): Line[] {
  if (waiting === null) return [];
  const why = waitTitle({ ...waiting, until: null }, momentText);
  return [[...label('waits until'), span(`${momentText(waiting.until)}: ${why}`, 'yellow')]];
}

function sessionLines({ sessions }: Agent): Line[] {
  if (sessions.length === 0) return [];
  const rows = sessions.map((one): Line[] => [
    [span(`  ${one.id}`)],
    [stateSpan(one)],
    [span(one.mode)],
    [span(one.health.toFixed(2))],
    [span(sumText(one.spend.today))],
    [span(one.spend.subagents.today.tokens === 0 ? '–' : sumText(one.spend.subagents.today))],
    [span(holdsText(one))],
  ]);
  return [
    [],
    [span(countOfThings(sessions.length, 'session'), 'bold')],
    ...textTable(['  session', 'state', 'mode', 'health', 'today', 'by subagents', 'holds'], rows),
  ];
}

/** Tokens, and money as far as prices are known. */
function spentText(spent: Agent['spend']['today']): string {
  return `${countText(spent.tokens)} tokens, ${sumWords(spent)}`;
}

function label(text: string): Line {
  return [span(`  ${text.padEnd(LABEL_COLUMNS)}`, 'dim')];
}
