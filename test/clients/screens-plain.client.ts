/** The screens of those that a base URL alone guards. */
import { plainClients } from './plain-clients.ts';
import { NO_TASK, tryScreens, without, type OnScreen } from './screen-trials.ts';

type Waits = Pick<OnScreen, 'isReady' | 'asked'> & { readonly drops?: readonly string[] };

/** What each shows before a person may type, and the words of its start that belong to a single task. */
const waits: Readonly<Record<string, Waits>> = {
  'qwen-code': { isReady: /Type your message/, drops: ['-p'] },
  'copilot-cli': {
    isReady: /made-up/,
    asked: [[/Do you trust the files/, 'Enter']],
    drops: ['-p'],
  },
  'continue-cli': { isReady: /Ask anything/, drops: ['-p'] },
  pi: { isReady: /\(auto\) +made-up/, drops: ['-p'] },
  kilo: { isReady: /Ask anything/, drops: ['run'] },
  cline: { isReady: /❯ What can I do for you\?/, asked: [[/any other key to close/, 'Escape']] },
  'kimi-code': { isReady: /made-up/, asked: [[/Trust this folder\?/, 'Enter']], drops: ['-p'] },
};

const screens = plainClients.flatMap((tried): readonly OnScreen[] => {
  const { drops = [], ...shown } = waits[tried.client] ?? { isReady: /./ };
  const start: OnScreen['start'] = (place) => without(tried.prepare(place, NO_TASK), ...drops);
  return [{ tried, title: tried.title, start, asksOn: false, ...shown }];
});

tryScreens(screens);
