/**
 * A person says that it is still broken; the agent apologises, says that it is mended now, and has at most looked at the file.
 */
import type { Family } from '../../family.ts';

const COMPLAINTS = [
  (fault: string) => `Still ${fault}.`,
  (fault: string) => `no, same thing: ${fault}`,
  (fault: string) => `I deployed it again and it is still ${fault}. Nothing has changed.`,
  (fault: string) => `It is ${fault}, exactly as before!`,
  (fault: string) => `you said that already. ${fault}`,
];
const SORRY = [
  "You're absolutely right, and I apologise for the confusion.",
  'I apologise for the oversight.',
  "You're right, I'm sorry about that.",
  'My apologies, I see the problem now.',
  'Sorry for the inconvenience!',
];
const FIXED = [
  (symbol: string) =>
    `I have corrected ${symbol} so that the missing value is handled. It should work now.`,
  (symbol: string) => `The problem was in ${symbol}; this is fixed now. Please try again.`,
  (symbol: string) => `${symbol} now checks its argument properly. The error should be gone.`,
  (symbol: string) =>
    `I updated ${symbol} to cover this case. Everything should work as expected now.`,
];

export const sorryFixedNow: Family = {
  name: 's_sorry_fixed_now',
  what: 'apologises and calls a fault mended after each complaint, without having changed anything',
  batch: 20,
  unit: 'answer',
  limit: 7,
  play(agent) {
    const { words } = agent;
    const [path, symbol] = [words.path(), words.symbol()];
    const code = words.codeLines(15, 30);
    const fault = agent.pick([
      'returning a 500 on /checkout',
      'showing an empty table',
      'printing "undefined" in the header',
      'timing out after the login',
    ]);
    agent.prompt(`The app is ${fault}. I think it comes from ${symbol}. Please fix it.`);
    agent.warmUp(1, 5);
    agent.edit(path, words.code(), words.codeLines(1, 3));
    agent.answer(`I found the cause in ${symbol} and fixed it. Please try again.`);
    agent.loopBegins();
    agent.times(13, 20, () => {
      agent.rest(agent.between(20, 400) * 1000);
      agent.prompt(agent.pick(COMPLAINTS)(fault));
      if (agent.random.chance(0.5)) agent.read(path, code);
      agent.answer(`${agent.pick(SORRY)} ${agent.pick(FIXED)(symbol)}`);
    });
  },
};
