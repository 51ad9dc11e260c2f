/** Something is refused, what is missing is added and applied, and it is tried again. */
import type { ScriptedAgent } from '../scripted-agent.ts';
import type { Twin } from './twin.ts';

const ROUNDS = 14;

/** A job names the module that it lacks: the next one each time, or always the same. */
const modulesMissing: Twin = {
  name: 'modules_missing',
  work(agent) {
    agent.prompt('Make the old script run; install what it needs.');
    for (const name of names(agent)) installed(agent, name, name);
    agent.shell('python3 legacy/run.py', 'done: 412 rows');
    agent.answer('It runs.');
  },
  loop(agent) {
    agent.prompt('Make the old script run; install what it needs.');
    agent.loopBegins();
    for (const name of names(agent)) installed(agent, 'lxml', name);
  },
};

function names(agent: ScriptedAgent): readonly string[] {
  const drawn = Array.from({ length: 2 * ROUNDS }, () => `py${agent.words.noun()}`);
  return [...new Set(drawn)].slice(0, ROUNDS);
}

function installed(agent: ScriptedAgent, missing: string, added: string): void {
  const failure = `Traceback (most recent call last):\n  File "legacy/run.py", line 3, in <module>\nModuleNotFoundError: No module named '${missing}'`;
  agent.shell('python3 legacy/run.py', { text: failure, exit: 1 });
  agent.edit(`${agent.words.root}/requirements.txt`, 'flask', `${added}\nflask`);
  agent.shell('pip install -q -r requirements.txt', 'Successfully installed 1 package');
}

export const refusals: readonly Twin[] = [modulesMissing];
