/**
 * A long list of numbers is looked up one by one; most are unknown to the catalogue, and the answer is the same for all of those.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

type Scene = (agent: ScriptedAgent) => {
  readonly ask: string;
  readonly file: string;
  readonly number: () => string;
  readonly look: (number: string, known: boolean) => void;
};

const dois: Scene = (agent) => ({
  ask: 'references.txt holds DOIs typed by hand. Look each up and list those that exist.',
  file: 'references.txt',
  number: () =>
    `10.${agent.between(1000, 9999)}/${agent.words.noun()}.${agent.between(1990, 2025)}.${agent.between(100, 9999)}`,
  look: (number, known) =>
    agent.call(
      'doi_lookup',
      { doi: number },
      known
        ? { status: 'ok', title: agent.words.sentence(), year: agent.between(1990, 2025) }
        : { status: 'error', code: 404, message: 'Resource not found.' },
    ),
});

const parts: Scene = (agent) => {
  const host = `parts.${agent.words.project()}.example`;
  return {
    ask: 'Check every part number of bom.csv in the catalogue and tell me which ones it carries.',
    file: 'bom.csv',
    number: () => `${agent.words.opaque(3).toUpperCase()}-${agent.between(10_000, 99_999)}`,
    look: (number, known) =>
      agent.shell(
        `curl -s https://${host}/api/parts/${number}`,
        known
          ? `{"part":"${number}","stock":${agent.between(0, 900)},"name":"${agent.words.noun()} ${agent.words.noun()}"}`
          : '{"error":"not_found","message":"No part with this number."}',
      ),
  };
};

const accounts: Scene = (agent) => ({
  ask: 'contacts.csv is from the fair. Which of these people already have an account with us?',
  file: 'contacts.csv',
  number: () =>
    `${agent.words.person().toLowerCase().replace(' ', '.')}@${agent.words.project()}.example`,
  look: (number, known) =>
    agent.call(
      'mcp__crm__search_contacts',
      { filter: { email: number }, limit: 1 },
      known
        ? { total: 1, results: [{ id: agent.between(1e6, 9e6), owner: agent.words.person() }] }
        : { total: 0, results: [] },
    ),
});

export const referencesLookedUp: Family = {
  name: 'h_references_looked_up',
  what: 'looks up a long list of numbers one by one; most are unknown, and each of these gets the same answer',
  batch: 18,
  play(agent) {
    const { ask, file, number, look } = agent.pick([dois, parts, accounts])(agent);
    const numbers = Array.from({ length: agent.between(45, 90) }, number);
    const share = agent.pick([0.04, 0.12, 0.25]);
    agent.prompt(ask);
    agent.read(`${agent.words.root}/${file}`, numbers.join('\n'));
    const known = numbers.filter((one) => {
      const isKnown = agent.random.chance(share);
      look(one, isKnown);
      return isKnown;
    });
    agent.answer(`${known.length} of ${numbers.length} are known:\n${known.join('\n')}`);
  },
};
