/**
 * One question about each of many things, and the answer is no about nearly all of them.
 */
import type { Family } from '../family.ts';
import type { ScriptedAgent } from '../scripted-agent.ts';

type Ask = (agent: ScriptedAgent, name: string, hit: boolean) => void;

const SCENES: readonly {
  readonly names: (agent: ScriptedAgent, index: number) => string;
  readonly ask: Ask;
  readonly list: boolean;
}[] = [
  {
    list: true,
    names: (agent, index) => `${agent.words.noun()}-${String(index).padStart(2, '0')}.prod`,
    ask: (agent, name, hit) =>
      agent.shell(
        `ssh ${name} "grep -c OutOfMemory /var/log/app.log"`,
        hit ? '3' : { text: '0', exit: 1 },
      ),
  },
  {
    list: true,
    names: (agent) => `${agent.words.noun()}-${agent.words.noun()}`,
    ask: (agent, name, hit) =>
      agent.call(
        'lookup_domain',
        { domain: `${name}.example` },
        hit
          ? { domain: `${name}.example`, registrar: 'Example Ltd', created: '2019-04-02' }
          : { domain: `${name}.example`, found: false },
      ),
  },
  {
    list: false,
    names: (agent) => agent.words.person(),
    ask: (agent, name, hit) =>
      agent.call(
        'search_people',
        { name, country: 'NL' },
        hit ? [{ name, since: 2014, city: 'Utrecht' }] : [],
      ),
  },
  {
    list: true,
    names: (agent) => agent.words.file(),
    ask: (agent, name, hit) =>
      agent.shell(
        `grep -n "legacyAuth" ${name}`,
        hit ? `41:import { legacyAuth } from './auth.js';` : { text: '', exit: 1 },
      ),
  },
  {
    list: false,
    names: (agent) => `CVE-2025-${agent.between(10_000, 99_999)}`,
    ask: (agent, name, hit) =>
      agent.call(
        'check_advisory',
        { id: name },
        hit ? { id: name, affected: true, fixed_in: '2.4.1' } : { id: name, affected: false },
      ),
  },
];

export const noneOfThese: Family = {
  name: 'h_none_of_these',
  what: 'asks the same about each of many things and mostly hears no',
  batch: 13,
  play(agent) {
    const { names, ask, list } = agent.pick(SCENES);
    const all = [
      ...new Set(Array.from({ length: agent.between(22, 45) }, (_, index) => names(agent, index))),
    ];
    agent.prompt(
      `Which of these are affected? Check each one.${list ? `\n${all.join('\n')}` : ' The list is in the sheet.'}`,
    );
    if (!list)
      agent.call(
        'read_sheet',
        { sheet: 'candidates' },
        all.map((name, row) => `${row + 1}\t${name}`).join('\n'),
      );
    for (const name of all) ask(agent, name, agent.random.chance(0.08));
    agent.answer('One or two of them are affected. The others are not.');
  },
};
