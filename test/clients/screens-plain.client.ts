/** The screens of those that a base URL alone guards. */
import { plainClients } from './plain-clients.ts';
import { NO_TASK, tryScreens, without, type OnScreen } from './screen-trials.ts';

type Waits = Pick<OnScreen, 'isReady' | 'asked'> &
  Partial<Pick<OnScreen, 'asksOn'>> & {
    readonly drops?: readonly string[];
    readonly adds?: readonly string[];
  };

/** What each shows before a person may type, the words of its start that belong to a single task, and more that it needs. */
const waits: Readonly<Record<string, Waits>> = {
  'qwen-code': { isReady: /Type your message/, drops: ['-p'] },
  'copilot-cli': {
    isReady: /made-up/,
    asked: [[/Do you trust the files/, 'Enter']],
    drops: ['-p'],
  },
  'continue-cli': { isReady: /Ask anything/, drops: ['-p'] },
  pi: { isReady: /\(auto\) +made-up/, drops: ['-p'] },
  // It asks for the title of its session, too.
  kilo: { isReady: /Ask anything/, drops: ['run'], asksOn: true },
  cline: { isReady: /❯ What can I do for you\?/, asked: [[/any other key to close/, 'Escape']] },
  'kimi-code': {
    isReady: /made-up/,
    asked: [[/Trust this folder\?/, 'Enter']],
    drops: ['-p'],
    adds: ['--auto'],
  },
};

const screens = plainClients.flatMap((tried): readonly OnScreen[] => {
  const { drops = [], adds = [], ...shown } = waits[tried.client] ?? { isReady: /./ };
  const start: OnScreen['start'] = (place) => {
    const { args, env } = without(tried.prepare(place, NO_TASK), ...drops);
    return { args: [...args, ...adds], env };
  };
  return [{ tried, title: tried.title, start, asksOn: false, ...shown }];
});

tryScreens(screens);
