/** The screens of the four: a loop and a stop end the turn and say why, the screen stays, and after a resume the person goes on. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { AskedTurn, FakeAnswer } from '../../src/testing/index.ts';
import { claudeCode } from './claude-code.ts';
import { installedProgram } from './client-packages.ts';
import { codex } from './codex.ts';
import { geminiCli } from './gemini-cli.ts';
import { endHomeProcesses } from './home-processes.ts';
import { unlessAside } from './hook-scripts.ts';
import { AGENT, openLab, type Lab } from './lab.ts';
import { opencodeOnMessages } from './opencode.ts';
import { hasScreens, openScreen, type Screen } from './screen.ts';
import type { ClientPlace, ClientStart, TriedClient } from './tried-client.ts';

const patient = { timeout: 240_000, interval: 50 };

/** A client whose screen is tried. */
interface OnScreen {
  readonly tried: TriedClient;
  readonly title: string;
  /** Its start without a task, with what a person answered once before. */
  readonly start: (place: ClientPlace) => ClientStart;
  /** What stands there when it waits for a person. */
  readonly isReady: RegExp;
  /** Whether it asks on by itself when it is refused, in vain. */
  readonly asksOn: boolean;
}

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const NO_TASK = 'no task';
const REASON = /is stopped \(manual\)/;

/** The words of the start without those that make it end after a task. */
function without({ args, env }: ClientStart, ...words: readonly string[]): ClientStart {
  return { env, args: args.filter((word) => word !== NO_TASK && !words.includes(word)) };
}

const screens: readonly OnScreen[] = [
  {
    tried: claudeCode,
    title: claudeCode.title,
    start: (place) => {
      const remembered = {
        hasCompletedOnboarding: true,
        theme: 'dark',
        bypassPermissionsModeAccepted: true,
        customApiKeyResponses: { approved: ['sk-ant-made-up'], rejected: [] },
        projects: { [place.project]: { hasTrustDialogAccepted: true } },
      };
      put(join(place.home, '.claude.json'), JSON.stringify(remembered));
      put(
        join(place.home, '.claude', 'settings.json'),
        '{"skipDangerousModePermissionPrompt":true}',
      );
      return without(claudeCode.prepare(place, NO_TASK), '-p');
    },
    isReady: /bypass permissions on/,
    asksOn: false,
  },
  {
    tried: codex,
    title: codex.title,
    start: (place) => {
      const start = codex.prepare(place, NO_TASK);
      const file = join(place.home, '.codex', 'config.toml');
      const trusted = `\n[projects.${JSON.stringify(place.project)}]\ntrust_level = "trusted"\n`;
      writeFileSync(file, readFileSync(file, 'utf8') + trusted);
      return without(start, 'exec', '--skip-git-repo-check');
    },
    isReady: /gpt-5\.1-codex/,
    asksOn: false,
  },
  {
    tried: geminiCli,
    title: geminiCli.title,
    start: (place) => without(geminiCli.prepare(place, NO_TASK), '-p'),
    isReady: /Type your message/,
    asksOn: true,
  },
  {
    tried: opencodeOnMessages,
    title: 'OpenCode',
    start: (place) => without(opencodeOnMessages.prepare(place, NO_TASK), 'run'),
    isReady: /Ask anything/,
    asksOn: false,
  },
];

async function open(
  one: OnScreen,
  script: (turn: AskedTurn) => FakeAnswer,
): Promise<{ place: Lab; screen: Screen }> {
  const place = await openLab(one.tried, unlessAside(script));
  const { home, project } = place;
  const start = one.start({ home, project, url: place.url });
  const screen = openScreen(installedProgram(one.tried.client, process.env), place, start);
  onTestFinished(async () => {
    screen.close();
    endHomeProcesses(home);
    await place.close();
  });
  await screen.shows(one.isReady);
  return { place, screen };
}

const HELLO = 'Hello yourself, here is a whole house.';

describe.runIf(hasScreens).each(screens)('$title', (one) => {
  test('a loop ends with its reason, what is typed then is refused, and a resume lets on', async () => {
    const { place, screen } = await open(one, ({ lastUserText, toolResults }) => {
      if (!lastUserText.includes('find the cat')) return { text: HELLO };
      const { circle } = one.tried;
      return { toolCalls: [one.tried.shell(circle[toolResults.length % circle.length] ?? 'ls')] };
    });
    await screen.types('say hello please');
    await screen.shows(new RegExp(HELLO));
    await screen.types('now find the cat');
    await screen.shows(/is stopped \(kill_switch\)/);
    const upstream = place.provider.requests.length;
    await screen.types('say hello once more');
    await screen.shows(/hello once more[^]*is stopped \(kill_switch\)/);
    expect(place.provider.requests).toHaveLength(upstream);
    if (!one.asksOn) expect(place.arrivals.refused).toHaveLength(2);
    expect(screen.isOpen()).toBe(true);
    const { sessions } = await place.gate.agent(AGENT);
    const session = sessions.find(({ deactivated_by: by }) => by !== null)?.id;
    const named = session === undefined || session === 'main' ? {} : { session };
    await place.gate.operate({ agent: AGENT, action: 'activate', by: 'ann', ...named });
    const refused = place.arrivals.refused.length;
    await screen.types('say hello at the end');
    await screen.shows(new RegExp(`hello at the end[^]*${HELLO}`));
    expect(place.arrivals.refused).toHaveLength(refused);
  });

  test('a stop in the middle of a text ends it on the screen, and nothing passes any more', async () => {
    const text = 'The cat is not in the attic, and not in the cellar either. '.repeat(4);
    const { place, screen } = await open(one, () => ({ text, pace: { hangAfterChunks: 6 } }));
    await screen.types('now find the cat');
    const { provider, arrivals, gate } = place;
    await vi.waitFor(() => {
      expect(provider.requests.some(({ bytesSent }) => bytesSent > 0)).toBe(true);
      expect(arrivals.all.every(({ begun }) => begun)).toBe(true);
    }, patient);
    const why = { by: 'ann', why: 'seen enough' };
    await gate.operate({ agent: AGENT, action: 'deactivate', ...why });
    await screen.shows(REASON);
    const upstream = provider.requests.length;
    await screen.types('are you still there');
    await screen.shows(/are you still there[^]*is stopped \(manual\)/);
    expect(provider.requests).toHaveLength(upstream);
    expect(screen.isOpen()).toBe(true);
  });
});
