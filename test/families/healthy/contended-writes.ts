import { textBlock } from '../client-manner.ts';
import type { Family } from '../family.ts';

export const contendedWrites: Family = {
  name: 'h_contended_writes',
  what: 'updates wiki pages that others are editing: reads, is told that the version is stale, pauses longer, and gets through',
  batch: 11,
  play(agent) {
    const old = `${agent.words.project()}.example`;
    agent.prompt(
      `Replace the host ${old} with its successor on all pages of the runbook space. People are editing; retry on conflicts.`,
    );
    const pages = Array.from({ length: agent.between(10, 15) }, () => ({
      id: `${agent.between(1_000_000, 9_999_999)}`,
      title: `Runbook: ${agent.words.noun()} ${agent.words.noun()}`,
      body: agent.words.prose(4, 8),
      version: agent.between(4, 90),
    }));
    agent.call(
      'mcp__wiki__search',
      { cql: `text ~ "${old}"` },
      textBlock(pages.map((page) => `${page.id}  ${page.title}`).join('\n')),
    );
    for (const page of pages) {
      const conflicts = agent.random.weighed([
        [0, 0.35],
        [1, 0.25],
        [3, 0.2],
        [5, 0.2],
      ]);
      for (let attempt = 0; attempt <= conflicts; attempt += 1) {
        agent.call(
          'mcp__wiki__get_page',
          { page_id: page.id },
          textBlock(
            `# ${page.title}\nversion: ${page.version}\n\n${page.body} See https://${old}/${page.id}.`,
          ),
        );
        const isStale = attempt < conflicts;
        const sent = page.version + 1;
        page.version += isStale ? agent.between(1, 2) : 1;
        const text = isStale
          ? `HTTP 409 Conflict: Version must be incremented when updating a page. Current version is ${page.version}.`
          : `Updated page ${page.id} to version ${page.version}`;
        agent.call(
          'mcp__wiki__update_page',
          {
            page_id: page.id,
            version: sent,
            body: `${page.body} See https://next.${old}/${page.id}.`,
          },
          textBlock(text),
          {
            failed: isStale,
            saying: agent.pick(['', 'Somebody saved in between. Reading it again.', 'Updating.']),
          },
        );
        // Whoever saved in between has added a sentence.
        if (isStale) {
          page.body += ` ${agent.words.sentence()}`;
          agent.rest(2000 * 2 ** attempt);
        }
      }
    }
    agent.answer(`All ${pages.length} pages name the new host.`);
  },
};
