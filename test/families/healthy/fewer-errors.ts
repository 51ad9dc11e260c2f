/**
 * The same build or query again and again, with fewer errors or rows left each time; sometimes as many as before.
 */
import type { Family } from '../family.ts';

export const fewerErrors: Family = {
  name: 'h_fewer_errors',
  what: 'brings a count down to nothing with the same command and edit after edit',
  batch: 14,
  play(agent) {
    const { words } = agent;
    const [command, said] = agent.pick([
      [
        'npx tsc --noEmit',
        (left: number) =>
          `${words.file()}(${agent.between(1, 400)},7): error TS2345: Argument of type 'string' is not assignable.\nFound ${left} errors in ${Math.ceil(left / 3)} files.`,
      ],
      [
        'cargo check',
        (left: number) => `error: could not compile \`app\` due to ${left} previous errors`,
      ],
      [
        'psql -Atc "select count(*) from customers where email is null"',
        (left: number) => String(left),
      ],
      ['npx eslint . --quiet', (left: number) => `✖ ${left} problems (${left} errors, 0 warnings)`],
    ] as const);
    agent.prompt('Bring it down to nothing.');
    agent.warmUp(0, 4);
    let left = agent.between(18, 60);
    while (left > 0) {
      agent.shell(
        command,
        command.startsWith('psql') ? said(left) : { text: said(left), exit: 1 },
        { tookMs: agent.between(900, 9000) },
      );
      agent.times(1, 3, () => agent.edit(words.path(), words.code(), words.code()));
      left -= agent.pick([0, 1, 2, 3, 5, 8]);
    }
    agent.shell(command, command.startsWith('psql') ? '0' : '');
    agent.answer('Nothing is left.');
  },
};
