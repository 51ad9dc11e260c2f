import type { Family } from '../family.ts';

export const auditLogPages: Family = {
  name: 'h_audit_log_pages',
  what: 'pages back through an audit log whose rows differ in clocks and ids only, until it finds the one it looks for',
  batch: 11,
  play(agent) {
    const account = `svc-${agent.words.noun()}`;
    const person = agent.words.person().toLowerCase().replace(' ', '.');
    agent.prompt(
      `Who changed the key policy of ${account}? It was some days ago. Go back through the audit log until you find it.`,
    );
    let ms = Date.parse(agent.clock());
    const row = (user: string, action: string) => {
      ms -= agent.between(4000, 180_000);
      return `${new Date(ms).toISOString()} ${agent.words.hex(12)} user=${user} action=${action} result=ok src=10.8.${agent.between(0, 9)}.${agent.between(2, 250)} session=${agent.words.hex(8)}`;
    };
    let cursor = '';
    const pages = agent.between(26, 42);
    for (let page = 0; page < pages; page += 1) {
      const next = agent.words.opaque(44);
      const rows = Array.from({ length: 14 }, () =>
        row(account, agent.pick(['AssumeRole', 'AssumeRole', 'AssumeRole', 'Decrypt'])),
      );
      if (page === pages - 1) rows[agent.between(2, 12)] = row(person, 'PutKeyPolicy');
      const shown = rows.join('\n');
      agent.call(
        'mcp__siem__audit_search',
        {
          filter: `resource="key/${account}"`,
          page_size: 14,
          ...(cursor === '' ? {} : { cursor }),
        },
        `${agent.manner === 'gemini' ? `${shown.slice(0, 900)}\n[result truncated]` : shown}\nnext_cursor: ${next}`,
        { saying: agent.pick(['', '', 'Only the service itself. Next page.']) },
      );
      cursor = next;
    }
    agent.answer(`It was ${person}, with PutKeyPolicy.`);
  },
};
