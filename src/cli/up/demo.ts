/**
 * `tripwire up --demo`: the real server with a made-up provider and three scripted agents, one of which is killed.
 *
 * Only the provider and the agents are made up. They talk HTTP through the real proxy, the real kill switch stops
 * the loop, and the journal of it can be looked at.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { stateFolder } from '../../base/node/state-folder.ts';
import { loadConfig, type Config, type ConfigSources } from '../../config/index.ts';
import { TripwireError } from '../../core/index.ts';
import { answeringServer } from '../../server/server-file.ts';
import { heedEndings } from '../../server/signals.ts';
import { startServer, type RunningServer } from '../../server/start.ts';
import {
  demoScript,
  httpAgent,
  startFakeProvider,
  type AgentEnd,
  type HttpAgentOptions,
} from '../../testing/index.ts';
import { sayJson } from '../terminal/say.ts';
import { span, wrap, type Line } from '../terminal/styled-line.ts';
import { canDraw } from '../terminal/terminal.ts';
import { closingLines, openingLines, storyLines, type DemoEnds } from './demo-text.ts';
import { serverObject } from './intro.ts';
import { openShow } from './show.ts';

/** How the demo is run. */
export interface DemoOptions {
  readonly sources: ConfigSources;
  readonly json: boolean;
  /** Ends after the show, also on a terminal. */
  readonly once: boolean;
}

const HEALTHY_STEPS = 8;
const STEP_DELAY_MS = 900;
/** How long the runaway agent is seen waiting, and the most the whole show may take. */
const WAITING_SEEN_MS = 3_000;
const SHOW_MS_MAX = 50_000;
/** Below the times of the events. */
const INDENT = ' '.repeat(10);
const NAME_COLUMNS = 11;
const STORY_LINES_MAX = 8;

/** Runs the show; returns the exit code. */
export async function upDemo({ sources, json, once }: DemoOptions): Promise<number> {
  const given = sources.flags?.data;
  const data = given ?? (await emptyFolder(join(stateFolder(sources.env), 'demo')));
  const provider = await startFakeProvider({ script: demoScript });
  const show = openShow(json);
  const say = (lines: readonly Line[]) => show.say(lines);
  try {
    const config = demoConfig(sources, data, provider.url);
    const log = (line: string) => say([[span(line)]]);
    const endings = heedEndings(log);
    const server = await startServer({ config, env: {}, log });
    const closed = endings.serve({ server, sources }).then(() => 'closed' as const);
    if (json) sayJson(serverObject(server));
    else say(openingLines(server));
    await show.follow(server);
    const interrupted = new AbortController();
    void closed.then(() => interrupted.abort());
    const ends = await play(server, json ? () => undefined : say, interrupted.signal);
    if (ends === null) return 0;
    const stays = !once && !json && canDraw(process.stdout, process.env);
    if (!json) say(closingLines(server, ends, stays));
    await (stays ? closed : server.close());
    return 0;
  } finally {
    await show.close();
    await provider.close();
  }
}

/** Where a demo keeps its data until the next one, so that it can be looked at afterwards. */
async function emptyFolder(folder: string): Promise<string> {
  const running = await answeringServer(folder);
  if (running !== null) {
    throw new TripwireError(
      'USAGE',
      `a demo runs already at ${running.adminUrl} (process ${running.pid}); end it with Ctrl-C first`,
    );
  }
  rmSync(folder, { recursive: true, force: true });
  return folder;
}

/** The demo's own settings: the budgets of a coding agent, so that the runaway shows by its pace alone. */
function demoConfig(sources: ConfigSources, data: string, providerUrl: string): Config {
  const { flags } = sources;
  const config = loadConfig({
    env: { TRIPWIRE_UPSTREAM_ANTHROPIC: providerUrl, TRIPWIRE_UPSTREAM_OPENAI: providerUrl },
    home: sources.home,
    flags: {
      data,
      port: flags?.port ?? 0,
      adminPort: flags?.adminPort ?? 0,
      constitution: 'coding-v1',
    },
  });
  return { ...config, audit: 'on', killSwitch: { ...config.killSwitch, enabled: true } };
}

/** Lets the three agents loose and tells what they do; null when somebody ended it before. */
async function play(
  server: RunningServer,
  tell: (lines: readonly Line[]) => void,
  interrupted: AbortSignal,
): Promise<DemoEnds | null> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, interrupted, AbortSignal.timeout(SHOW_MS_MAX)]);
  const columns = canDraw(process.stdout, process.env) ? process.stdout.columns || 80 : null;
  let waited = false;
  const waits = new Promise<void>((resolve) => {
    server.gate.onEvent(({ agent, eventType }) => {
      if (agent !== 'runaway' || eventType !== 'veto') return;
      waited = true;
      resolve();
    });
  });
  const story = (end: AgentEnd) => {
    if (!interrupted.aborted)
      tell(storyLines(end, waited).flatMap((text) => wrapped(text, columns)));
    return end;
  };
  const letLoose = (kind: AgentEnd['kind'], more: Partial<HttpAgentOptions> = {}) => {
    const baseUrl = `${server.url}/agents/${kind}/anthropic`;
    return httpAgent({
      baseUrl,
      format: 'anthropic',
      kind,
      model: 'claude-sonnet-4-5',
      stepDelayMs: STEP_DELAY_MS,
      signal,
      ...more,
    });
  };
  const onStep: HttpAgentOptions['onStep'] = ({ kind, step, text }) => {
    tell([[span(`${INDENT}${kind.padEnd(NAME_COLUMNS)}step ${step}: ${text}`, 'dim')]]);
  };
  const healthy = letLoose('healthy', { steps: HEALTHY_STEPS, onStep }).then(story);
  const openai = {
    baseUrl: `${server.url}/agents/looping/openai/v1`,
    format: 'openai-chat',
    model: 'gpt-5-mini',
  } as const;
  const looping = letLoose('looping', { ...openai, onStep }).then(story);
  // Its steps come too fast to be read.
  const runaway = letLoose('runaway');
  await Promise.all([healthy, looping, Promise.race([waits, runaway])]);
  await delay(WAITING_SEEN_MS, undefined, { signal: interrupted }).catch(() => undefined);
  over.abort();
  const ends = {
    healthy: await healthy,
    looping: await looping,
    runaway: story(await runaway),
    waited,
  };
  return interrupted.aborted ? null : ends;
}

function wrapped(text: string, columns: number | null): Line[] {
  const room = columns === null ? Infinity : columns - 1 - INDENT.length;
  return wrap(text, room, STORY_LINES_MAX).map((line): Line => [span(`${INDENT}${line}`, 'cyan')]);
}
