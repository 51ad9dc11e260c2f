/**
 * What is old is put away in portions: the same query each time, the next portion comes up because the one before is gone.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

type Portion = (ids: readonly string[], left: number) => void;

const mails = ({ call, words, clock }: Bound): Portion => {
  const query = 'label:newsletters older_than:1y';
  return (ids, left) => {
    call(
      'search_messages',
      { query, maxResults: ids.length },
      {
        messages: ids.map((id) => ({ id, threadId: id, snippet: `${words.noun()} news` })),
        resultSizeEstimate: left,
        at: clock(),
      },
    );
    call('batch_modify', { ids, removeLabelIds: ['INBOX'], addLabelIds: ['ARCHIVED'] }, {});
  };
};

const rows = ({ call, words }: Bound): Portion => {
  const table = `${words.noun()}_events`;
  return (ids) => {
    call(
      'mcp__postgres__query',
      {
        sql: `SELECT id FROM ${table} WHERE created_at < now() - interval '400 days' ORDER BY id LIMIT ${ids.length}`,
      },
      ids.map((id) => ({ id })),
    );
    call(
      'mcp__postgres__execute',
      { sql: `DELETE FROM ${table} WHERE id IN (${ids.map((id) => `'${id}'`).join(',')})` },
      `DELETE ${ids.length}`,
    );
  };
};

const issues = ({ call, words }: Bound): Portion => {
  const labels = ['stale', words.noun()];
  return (ids, left) => {
    call(
      'list_issues',
      { state: 'open', labels, per_page: ids.length, page: 1 },
      {
        total_count: left,
        items: ids.map((id) => ({ number: Number.parseInt(id, 16) % 100_000, node_id: id })),
      },
    );
    for (const id of ids)
      call(
        'close_issue',
        {
          number: Number.parseInt(id, 16) % 100_000,
          reason: 'not_planned',
          comment: 'Closed for want of activity. Please reopen if this still matters.',
        },
        { ok: true, state: 'closed' },
      );
  };
};

interface Bound {
  readonly call: ScriptedAgent['call'];
  readonly words: ScriptedAgent['words'];
  readonly clock: () => string;
}

export const firstFiftyAgain: Family = {
  name: 'h_first_fifty_again',
  what: 'asks for the first page again and again, because it puts away what was on it each time',
  batch: 19,
  play(agent) {
    const kind = agent.pick([mails, rows, issues]);
    const size = kind === issues ? 4 : agent.pick([10, 20, 25]);
    const rounds = agent.between(12, 24);
    const portion = kind({
      call: (...args) => agent.call(...args),
      words: agent.words,
      clock: () => agent.clock(),
    });
    agent.prompt(
      'Put away everything that is old, in small portions so that nothing locks up, until nothing is left.',
    );
    for (let k = 0; k < rounds; k += 1) {
      const ids = Array.from({ length: size }, () => agent.words.hex(12));
      portion(ids, (rounds - k) * size);
    }
    agent.answer(`Nothing old is left; ${rounds * size} were put away in ${rounds} portions.`);
  },
};
