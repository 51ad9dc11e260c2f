/** What is tried on the screen of every coding agent: a loop and a stop end the turn and say why, and after a resume it goes on. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { AskedTurn, FakeAnswer } from '../../src/testing/index.ts';
import { installedProgram } from './client-packages.ts';
import { endHomeProcesses } from './home-processes.ts';
import { unlessAside } from './hook-scripts.ts';
import { AGENT, openLab, type Lab } from './lab.ts';
import { hasScreens, openScreen, type Screen } from './screen.ts';
import type { ClientPlace, ClientStart, TriedClient } from './tried-client.ts';

const patient = { timeout: 240_000, interval: 50 };
const REASON = /is stopped \(manual\)/;
const HELLO = 'Hello yourself, here is a whole house.';

/** A client whose screen is tried. */
export interface OnScreen {
  readonly tried: TriedClient;
  readonly title: string;
  /** Its start without a task, with what a person answered once before. */
  readonly start: (place: ClientPlace) => ClientStart;
  /** What stands there when it waits for a person. */
  readonly isReady: RegExp;
  /** What it asks once before that, and the key that answers. */
  readonly asked?: readonly (readonly [question: RegExp, key: string])[];
  /** Whether it asks on by itself when it is refused, in vain. */
  readonly asksOn: boolean;
}

/** The task that a start is asked for, to be taken out of it again. */
export const NO_TASK = 'no task';

/** The words of the start without those that make it end after a task. */
export function without({ args, env }: ClientStart, ...words: readonly string[]): ClientStart {
  return { env, args: args.filter((word) => word !== NO_TASK && !words.includes(word)) };
}

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
  for (const [question, key] of one.asked ?? []) {
    await screen.shows(question);
    screen.presses(key);
  }
  await screen.shows(one.isReady);
  return { place, screen };
}

/** Tries the screens of these, where there is a tmux. */
export function tryScreens(screens: readonly OnScreen[]): void {
  describe.runIf(hasScreens).each(screens)('$title', (one) => {
    test('a loop ends with its reason, what is typed then is refused, and a resume lets on', () =>
      loopOnScreen(one));

    test('a stop in the middle of a text ends it on the screen, and nothing passes any more', () =>
      stopOnScreen(one));
  });
}

/** What reached the provider for a session that is stopped; for the agent, where all of it is. */
function sentFor({ tried }: OnScreen, { provider }: Lab, session: string | undefined): number {
  const { sessionHeader } = tried;
  // One client asks for the title of each prompt in a session of its own, which is not stopped.
  return provider.requests.filter(
    ({ headers }) =>
      sessionHeader === null || session === undefined || headers[sessionHeader] === session,
  ).length;
}

async function loopOnScreen(one: OnScreen): Promise<void> {
  const { place, screen } = await open(one, ({ lastUserText, toolResults }) => {
    if (!lastUserText.includes('find the cat')) return { text: HELLO };
    const { circle } = one.tried;
    return { toolCalls: [one.tried.shell(circle[toolResults.length % circle.length] ?? 'ls')] };
  });
  await screen.types('say hello please');
  await screen.shows(new RegExp(HELLO));
  await screen.types('now find the cat');
  await screen.shows(/is stopped \(kill_switch\)/);
  const { sessions } = await place.gate.agent(AGENT);
  const session = sessions.find(({ deactivated_by: by }) => by !== null)?.id;
  // What is asked beside the task, perhaps in a session of its own, is no step.
  const steps = (await place.threads()).filter(({ purpose }) => purpose === 'step');
  expect(new Set(steps.map((step) => step.session)).size).toBe(1);
  const upstream = sentFor(one, place, session);
  await screen.types('say hello once more');
  await screen.shows(/hello once more[^]*is stopped \(kill_switch\)/);
  expect(sentFor(one, place, session)).toBe(upstream);
  if (!one.asksOn) expect(place.arrivals.refused).toHaveLength(2);
  expect(screen.isOpen()).toBe(true);
  const named = session === undefined || session === 'main' ? {} : { session };
  await place.gate.operate({ agent: AGENT, action: 'activate', by: 'ann', ...named });
  const refused = place.arrivals.refused.length;
  await screen.types('say hello at the end');
  await screen.shows(new RegExp(`hello at the end[^]*${HELLO}`));
  expect(place.arrivals.refused).toHaveLength(refused);
}

async function stopOnScreen(one: OnScreen): Promise<void> {
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
}
