/**
 * The pages of a site are fetched once each so that they are in the cache; all answers look alike.
 */
import type { Family } from '../../family.ts';

export const cacheWarmed: Family = {
  name: 'h_cache_warmed',
  what: 'fetches the head of one page after the other; each answers 200 with a miss, some with a hit',
  batch: 28,

  play(agent) {
    const { words } = agent;
    const paths = [
      ...new Set(
        Array.from(
          { length: agent.between(20, 40) },
          () => `/${words.noun()}/${words.verb()}-${words.noun()}`,
        ),
      ),
    ];
    agent.prompt('Warm the cache for all pages of the sitemap.');
    agent.shell(
      'curl -s https://www.example.org/sitemap.txt',
      paths.map((path) => `https://www.example.org${path}`).join('\n'),
    );
    for (const path of paths)
      agent.shell(
        `curl -sI https://www.example.org${path} | grep -iE "^(HTTP|x-cache)"`,
        `HTTP/2 200\nx-cache: ${agent.random.chance(0.85) ? 'MISS' : 'HIT'}`,
      );
    agent.answer('All pages are warm.');
  },
};
