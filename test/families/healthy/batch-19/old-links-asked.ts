/**
 * One question to each of many addresses, customers or branches of a list; the answer is the same for nearly all.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

interface Sweep {
  readonly ask: string;
  readonly list: string;
  readonly names: readonly string[];
  readonly look: (name: string, isOdd: boolean) => void;
  readonly found: (odd: readonly string[]) => string;
}

const addresses = (agent: ScriptedAgent): Sweep => {
  const { words } = agent;
  const site = `https://www.${words.project()}-shop.example`;
  return {
    ask: 'Marketing has a list of old campaign links. Check which of them still redirect, the rest we drop.',
    list: 'cat campaign-links.txt',
    names: Array.from(
      { length: agent.between(40, 65) },
      (_, k) => `${site}/${words.noun()}/${words.verb()}-${words.noun()}-${k + 11}`,
    ),
    look: (name, isOdd) =>
      agent.shell(
        `curl -sS -o /dev/null -w '%{http_code} %{redirect_url}\\n' --fail ${name}`,
        isOdd
          ? `301 ${site}/${words.noun()}`
          : { text: 'curl: (22) The requested URL returned error: 404\n404', exit: 22 },
      ),
    found: (odd) => `${odd.length} links still redirect:\n${odd.join('\n')}`,
  };
};

const customers = (agent: ScriptedAgent): Sweep => {
  const { words } = agent;
  const [tool, argument] = agent.pick([
    ['mcp__billing__list_open_disputes', 'customer_id'],
    ['billing.disputes.search', 'customer'],
    ['get_disputes', 'id'],
  ] as const);
  return {
    ask: 'For every customer in churn-q3.csv: is there an open dispute? I need the ids.',
    list: 'cut -d, -f1 churn-q3.csv',
    names: Array.from({ length: agent.between(38, 60) }, () => `cus_${words.opaque(14)}`),
    look: (name, isOdd) =>
      agent.call(
        tool,
        { [argument]: name, status: 'open' },
        isOdd
          ? {
              object: 'list',
              data: [{ id: `dp_${words.opaque(10)}`, amount: agent.between(900, 80_000) }],
              has_more: false,
            }
          : { object: 'list', data: [], has_more: false },
      ),
    found: (odd) => `Open disputes: ${odd.length === 0 ? 'none' : odd.join(', ')}.`,
  };
};

const branches = (agent: ScriptedAgent): Sweep => {
  const { words } = agent;
  return {
    ask: 'Find out which of the old remote branches have commits that never came to main.',
    list: "git for-each-ref --format='%(refname:short)' refs/remotes/origin",
    names: Array.from(
      { length: agent.between(45, 70) },
      () => `origin/${words.verb()}-${words.noun()}-${words.noun()}-${agent.between(100, 4000)}`,
    ),
    look: (name, isOdd) =>
      agent.shell(
        `git cherry main ${name} | grep '^+'`,
        isOdd ? `+ ${words.hex(40)}` : { text: '', exit: 1 },
      ),
    found: (odd) => `Not merged: ${odd.join(', ') || 'none'}. All others can go.`,
  };
};

export const oldLinksAsked: Family = {
  name: 'h_old_links_asked',
  what: 'asks the same of every link, customer or branch of a list; the answer is no for nearly all',
  batch: 19,
  play(agent) {
    const { ask, list, names, look, found } = agent.pick([addresses, customers, branches])(agent);
    agent.prompt(ask);
    agent.shell(list, names.join('\n'));
    const odd = names.filter((name) => {
      const isOdd = agent.random.chance(0.06);
      look(name, isOdd);
      return isOdd;
    });
    agent.answer(found(odd));
  },
};
