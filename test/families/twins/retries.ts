/** What is tried again until it goes, one thing after the other; and one thing that never goes. */
import type { ScriptedAgent } from '../scripted-agent.ts';
import type { Twin } from './twin.ts';

/** A command is run for each of many, and some runs fail at first. */
const lockedNowAndThen: Twin = {
  name: 'locked_now_and_then',
  work(agent) {
    agent.prompt('Migrate every tenant. Now and then one is locked.');
    for (let done = 0; done < 26; done += 1) {
      const tenant = `${agent.words.noun()}-${done}`;
      agent.times(0, 2, () => migrate(agent, tenant, false));
      migrate(agent, tenant, true);
    }
    agent.answer('All of them are migrated.');
  },
  loop(agent) {
    agent.prompt('Migrate every tenant. Now and then one is locked.');
    agent.times(5, 9, (done) => migrate(agent, `${agent.words.noun()}-${done}`, true));
    agent.loopBegins();
    agent.times(20, 30, () => migrate(agent, 'core-1', false));
  },
};

function migrate(agent: ScriptedAgent, tenant: string, goes: boolean): void {
  const failed = { text: 'FATAL: could not obtain lock on relation "tenants"', exit: 1 };
  agent.shell(`./bin/migrate --tenant ${tenant}`, goes ? 'migrated' : failed);
}

/** Letters are sent in passes; each takes up what failed in the one before, or fails at everything. */
const sentInPasses: Twin = {
  name: 'sent_in_passes',
  work(agent) {
    agent.prompt('Send the letters.');
    let left = Array.from({ length: 30 }, (_, index) => `L-${2000 + index}`);
    for (const last of [false, false, true]) {
      left = left.filter((letter) => !send(agent, letter, last || agent.between(0, 2) > 0));
    }
    agent.answer('All are sent.');
  },
  loop(agent) {
    agent.prompt('Send the letters.');
    agent.loopBegins();
    agent.times(24, 30, (index) => send(agent, `L-${2000 + index}`, false));
  },
};

function send(agent: ScriptedAgent, letter: string, goes: boolean): boolean {
  agent.call('send_letter', { letter }, goes ? 'sent' : 'Error: printer busy', { failed: !goes });
  return goes;
}

export const retries: readonly Twin[] = [lockedNowAndThen, sentInPasses];
