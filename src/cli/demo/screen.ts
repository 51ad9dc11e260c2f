/**
 * The demo's screen: from what is known to lines, without a terminal.
 *
 * Pure, so that tests can look at every screen of a run; writing it is `demo-terminal.ts`.
 */
import type { Constitution, Decision } from '../../core/index.ts';
import { fit, span, whole, widthOf, wrap, type Line, type Style } from '../terminal/styled-line.ts';
import type { Caption } from './caption.ts';
import { cooldownUntil, mainReason } from './reasons.ts';
import type { AgentView, Mark } from './view.ts';

/** Everything on the screen. */
export interface Screen {
  readonly clockMs: number;
  readonly constitution: Constitution;
  readonly caption: Caption;
  readonly agents: readonly AgentView[];
}

/** Wider lines are harder to read, not better. */
const WIDTH_MAX = 100;
const HEALTH_CELLS = 10;
/** Below this width the guide needs more lines. */
const WIDTH_NARROW = 64;
const BARS = '▁▂▃▄▅▆▇█';
/** Tokens per step of a bar: 4,000 and more fill it. */
const TOKENS_PER_BAR_STEP = 500;

/** The whole screen; no line is wider than `columns`, and space goes first where rows are few. */
export function renderScreen(screen: Screen, columns: number, rows: number): Line[] {
  const width = Math.min(columns, WIDTH_MAX);
  // The guide stands above the panels: a low terminal then cuts off the least.
  const blocks = [
    [header(screen, width)],
    captionLines(screen.caption, width),
    ...screen.agents.map((agent) => panel(agent, screen, width)),
    [legend(width)],
  ];
  const spare = rows - blocks.flat().length;
  // Empty lines, as far as there are any to spare: first before the panels, last under the header.
  const apart = [...blocks.keys()].slice(2).concat(1).slice(0, Math.max(0, spare));
  const lines = blocks.flatMap((block, index) => (apart.includes(index) ? [[], ...block] : block));
  return lines.slice(0, rows).map((line) => fit(line, width));
}

function header({ clockMs, constitution }: Screen, width: number): Line {
  const clock = span(`simulated time ${clockText(clockMs)}`, 'bold');
  const title = [span(' Tripwire', 'bold'), span(' demo', 'plain')];
  const under = span(` under ${constitution.values.name}`, 'dim');
  const left = whole([title, [under]], width - widthOf([clock]) - 2);
  const space = ' '.repeat(Math.max(1, width - widthOf(left) - widthOf([clock]) - 1));
  return [...left, span(space), clock];
}

function panel(agent: AgentView, screen: Screen, width: number): Line[] {
  const { decision } = agent;
  const title = [span(` ${agent.name}`, 'bold'), span(` · ${agent.about} `, 'dim')];
  if (decision === null) {
    return [rule(title, [span(' not started ', 'dim')], width), [], [], [], []];
  }
  return [
    rule(title, [verdict(decision)], width),
    numbers(agent, decision, screen.constitution, width),
    strip(agent.marks, width),
    [span(` ${mainReason(decision)}`, decision.safety.allowed ? 'dim' : 'yellow')],
    standing(decision, screen.clockMs),
  ];
}

/** The newest hold says most: a hard stop comes after a soft suspend. */
function verdict({ safety, holds }: Decision): Line[number] {
  if (safety.allowed) return span(' allowed ', 'green');
  const held = holds.at(-1)?.hold.replaceAll('_', ' ').toUpperCase();
  return span(` ${held ?? 'REFUSED'} `, 'alarm');
}

function numbers(
  agent: AgentView,
  { activity, health }: Decision,
  { values }: Constitution,
  width: number,
): Line {
  // Rounded down, so that only full health fills the bar; health has four digits.
  const full = Math.floor(Math.round(health * 10_000 * HEALTH_CELLS) / 10_000);
  const style: Style =
    health < values.hardStopThreshold
      ? 'red'
      : health < values.softSuspendThreshold
        ? 'yellow'
        : 'green';
  const alarming = activity.mode === 'LOOPING' || activity.mode === 'RUNAWAY';
  const gap = agent.lastGapMs === null ? '   –' : (agent.lastGapMs / 1_000).toFixed(1).padStart(4);
  const counts = `${agent.allowed} allowed, ${agent.refused} refused`;
  return whole(
    [
      [span(` ${activity.mode.padEnd(8)}`, alarming ? 'red' : 'cyan')],
      [span(` health `), span('█'.repeat(full), style)],
      [span('░'.repeat(HEALTH_CELLS - full), 'dim'), span(` ${health.toFixed(2)}`)],
      [span(`  ${activity.intensity.padEnd(6)}`)],
      [span(`  every ${gap} s`, 'dim')],
      [span(`   ${counts}`, 'dim')],
    ],
    width,
  );
}

function strip(marks: readonly Mark[], width: number): Line {
  const shown = marks.slice(-Math.max(1, width - 2));
  return [span(' '), ...shown.map(cell)];
}

function cell(mark: Mark): Line[number] {
  switch (mark.kind) {
    case 'allowed': {
      const step = Math.min(BARS.length - 1, Math.floor(mark.tokenCount / TOKENS_PER_BAR_STEP));
      return span(BARS.charAt(step), 'green');
    }
    case 'refused':
      return span('✕', 'red');
    case 'fresh':
      return span('┊', 'dim');
    case 'idle':
      return span('·', 'dim');
    case 'person':
      return span('▲', 'cyan');
  }
}

/** What stands in the agent's way, and how long. */
function standing(decision: Decision, clockMs: number): Line {
  const said = decision.holds
    .toReversed()
    .map(({ hold, liftedBy }) => `held: ${hold}, lifted by ${liftedBy}`);
  const until = cooldownUntil(decision);
  if (until !== null) {
    said.unshift(`cooldown: ${Math.max(0, Math.ceil((until - clockMs) / 1_000))} s left`);
  }
  return said.length === 0
    ? [span(' nothing stands in its way', 'dim')]
    : [span(` ${said.join(' · ')}`, decision.holds.length === 0 ? 'plain' : 'red')];
}

/** Always the same number of lines: a screen that jumps cannot be read. */
function captionLines({ fact, meaning }: Caption, width: number): Line[] {
  const linesMax = width < WIDTH_NARROW ? 3 : 2;
  const facts = wrap(fact, width - 4, linesMax);
  const meanings = wrap(meaning, width - 4, linesMax);
  const lines: Line[] = [
    ...facts.map((text, index) => [span(index === 0 ? ' ► ' : '   ', 'cyan'), span(text, 'bold')]),
    ...meanings.map((text) => [span(`   ${text}`)]),
  ];
  while (lines.length < 2 * linesMax) lines.push([]);
  return lines;
}

function legend(width: number): Line {
  const groups = [
    [span(' ▂▆', 'green'), span(' allowed', 'dim')],
    [span('  ✕', 'red'), span(' refused', 'dim')],
    [span('  ┊ cooldown over', 'dim')],
    [span('  ▲', 'cyan'), span(' a person acts', 'dim')],
    [span('  · idle', 'dim')],
  ];
  return whole(groups, width);
}

function rule(left: Line, right: Line, width: number): Line {
  const room = width - 4 - widthOf(right);
  const title = fit(left, room - 1);
  const line = '─'.repeat(Math.max(0, room - widthOf(title)));
  return [span('──', 'dim'), ...title, span(line, 'dim'), ...right, span('──', 'dim')];
}

/** Simulated time as minutes and seconds. */
export function clockText(atMs: number): string {
  const seconds = Math.floor(atMs / 1_000);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`;
}
