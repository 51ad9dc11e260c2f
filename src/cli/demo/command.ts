/**
 * `tripwire demo`: three scripted agents, judged by the real core before your eyes.
 *
 * Only the scripts are made up. Every verdict, number and reason shown is what the core decided,
 * and the digest at the end lets anybody check that it was the same.
 */
import { parseArgs } from 'node:util';
import { DecisionRun, FROZEN_V0_2 } from '../../core/index.ts';
import {
  healthyAgent,
  loopingAgent,
  playAgents,
  runawayAgent,
  type Moment,
} from '../../testing/index.ts';
import type { Command } from '../command.ts';
import { draw, say } from '../terminal/say.ts';
import { fit, paint } from '../terminal/styled-line.ts';
import { canDraw, DemoTerminal, wantsColours } from '../terminal/terminal.ts';
import { plainLine } from './plain.ts';
import { DemoShow } from './show.ts';
import { renderSummary } from './summary.ts';
import { advanceAll, emptyView, type AgentView } from './view.ts';

const HELP = `tripwire demo [--fast]

Shows three scripted agents while the core judges them: a healthy one, one that loops, one that
runs away. Time is simulated; nothing leaves this machine and no key is needed.
  --fast    do not wait between the pictures
Without a terminal, or with CI=true, it prints the turning points as plain lines, at once.
Exit codes: 0 played to the end; 130 interrupted.`;

/** The command. */
export const command: Command = { help: HELP, run: demo };

/** The runaway agent starts when the looping one has just been stopped for the first time. */
const RUNAWAY_STARTS_AT_MS = 30_000;
const HEALTHY_WORKS_MS = 460_000;

async function demo(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { fast: { type: 'boolean', default: false } },
  });
  const scripts = [
    healthyAgent(HEALTHY_WORKS_MS),
    loopingAgent(0),
    runawayAgent(RUNAWAY_STARTS_AT_MS),
  ];
  const run = new DecisionRun(FROZEN_V0_2);
  const moments = playAgents(scripts, run);
  const start = scripts.map(emptyView);
  const draws = canDraw(process.stdout, process.env);
  const colours = draws && wantsColours(process.env);
  const terminal = new DemoTerminal(process.stdout, colours);
  const end = draws
    ? await show(terminal, new DemoShow(terminal, run.constitution, start, !values.fast), moments)
    : await tell(moments, start);
  say();
  for (const line of renderSummary(end, run.digests)) {
    draw(`${paint(draws ? fit(line, terminal.columns) : line, colours)}\n`);
  }
  return 0;
}

async function show(
  terminal: DemoTerminal,
  demoShow: DemoShow,
  moments: AsyncIterable<Moment>,
): Promise<readonly AgentView[]> {
  terminal.enter();
  try {
    return await demoShow.play(moments);
  } finally {
    terminal.leave();
  }
}

/** Tells the turning points in plain lines. */
async function tell(
  moments: AsyncIterable<Moment>,
  start: readonly AgentView[],
): Promise<readonly AgentView[]> {
  say('Tripwire demo: three scripted agents, judged by the core in simulated time');
  say();
  let views = start;
  for await (const moment of moments) {
    const advanced = advanceAll(views, moment);
    views = advanced.views;
    for (const turn of advanced.turns) {
      const line = plainLine(moment.agent, moment.atMs, turn);
      if (line !== null) say(line);
    }
  }
  return views;
}
