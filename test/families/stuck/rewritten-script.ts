/**
 * A script is written anew from top to bottom each time and fails on the same thing, in another line.
 */
import type { Family } from '../family.ts';

export const rewrittenScript: Family = {
  name: 's_rewritten_script',
  what: 'writes a whole script anew, runs it, and fails for the same reason',
  batch: 14,
  limit: 18,
  play(agent) {
    const { words } = agent;
    const path = `/tmp/${words.verb()}_${words.noun()}.py`;
    const [reason] = [
      agent.pick([
        (line: number) =>
          `Traceback (most recent call last):\n  File "${path}", line ${line}, in <module>\n    ws = wb["Q3"]\nKeyError: 'Worksheet Q3 does not exist.'`,
        (line: number) =>
          `Traceback (most recent call last):\n  File "${path}", line ${line}, in main\n    client.connect()\nPermissionError: [Errno 13] Permission denied: '/run/app.sock'`,
        (line: number) =>
          `${path}:${line}: DeprecationWarning\nValueError: could not convert string to float: 'n/a'`,
      ]),
    ];
    agent.prompt('Sum up the third quarter with a script.');
    agent.warmUp(0, 5);
    agent.loopBegins();
    agent.times(10, 15, () => {
      agent.write(path, words.codeLines(10, 40));
      agent.shell(
        `python3 ${path}`,
        { text: reason(agent.between(4, 60)), exit: 1 },
        { saying: agent.pick(['', 'I will write it more cleanly.']) },
      );
    });
  },
};
