/**
 * A longer refactoring of one file that a formatter changes under the agent's hands: every few edits one isn't found,
 * the agent reads the place anew, and the next try goes in.
 */
import { editExchange } from '../client-manner.ts';
import type { Family } from '../family.ts';
import { fileWindow } from '../file-window.ts';
import { refusedEdit } from '../refused-edit.ts';

const asAsync = (line: string) =>
  line.replace('export function', 'export async function').replace('(input, done)', '(input)');

export const editsWithMisses: Family = {
  name: 'h_edits_with_misses',
  what: 'changes one function after the other in a file that is formatted on save; some edits miss at first and go in after a look',
  batch: 12,
  play(agent) {
    const { words } = agent;
    const path = words.path().replace(/\.\w+$/, '.js');
    const tests = agent.between(90, 400);
    const names = [...new Set(Array.from({ length: agent.between(12, 20) }, () => words.symbol()))];
    const lines = names.flatMap((name) => [
      `export function ${name}(input, done) {`,
      ...words.codeLines(4, 9).split('\n'),
      `  done(null, input.${words.noun()})`,
      '}',
      '',
    ]);
    agent.prompt(
      `Turn the callbacks in ${path.split('/').at(-1)} into async functions, one function at a time, and keep the tests green.`,
    );
    agent.read(path, lines.join('\n'));
    names.forEach((name, index) => {
      const at = lines.findIndex((line) => line.includes(`function ${name}(`));
      const end = lines.findIndex((line, place) => place > at && line.startsWith('  done('));
      const old = `${lines[at]}`;
      const last = `${lines[end]}`;
      const value = last.slice('  done(null, '.length, -1);
      const change = (before: string, after: string) => {
        if (agent.random.chance(0.3)) {
          const stale = words.code();
          const miss = refusedEdit(agent.manner, path, `${before}\n${stale}`, `${after}\n${stale}`);
          agent.together([miss], { saying: agent.pick(['', `${name} next.`]) });
          const start = Math.max(1, at - 2);
          agent.together([fileWindow(agent.manner, path, lines, start, end - at + 6)], {
            saying: agent.pick(['The formatter moved it. Looking at the current text.', '']),
          });
        }
        agent.together([editExchange(agent.manner, path, before, after)]);
      };
      change(old, asAsync(old));
      lines[at] = asAsync(old);
      if (agent.random.chance(0.7)) change(last, `  return ${value};`);
      else
        agent.together([
          editExchange(agent.manner, path, `${last}\n}`, `  return ${value};\n}`),
          editExchange(
            agent.manner,
            words.path().replace(/\.\w+$/, '.js'),
            `${name}(${words.noun()}, (err, ${words.noun()}) => {`,
            `const ${words.noun()} = await ${name}(${words.noun()});`,
          ),
        ]);
      lines[end] = `  return ${value};`;
      if (index % 4 === 3)
        agent.shell(
          'npm test --silent',
          `Tests:       ${tests} passed, ${tests} total\nTime: ${agent.between(3, 9)}.${agent.between(10, 99)} s`,
        );
    });
    agent.shell('git diff --stat', ` ${path} | ${names.length * 4} ++++----\n 1 file changed`);
    agent.answer(`All ${names.length} functions are async now, and the tests are green.`);
  },
};
