/**
 * What the agent looks for was never written down. It asks the search in one wording after the other, guesses addresses,
 * and gets nothing; it neither says so nor asks anybody.
 */
import type { Family } from '../family.ts';

const TOPICS = [
  {
    ask: 'What rate limit does the partner API of {x} have? Quote the page.',
    what: [
      'rate limit',
      'rate limits',
      'throttling',
      'request quota',
      'requests per minute',
      'API limits',
      '429 policy',
    ],
    of: ['partner API', 'partners API', 'B2B API', 'integration API', 'external API'],
  },
  {
    ask: 'Who owns the nightly export job of {x}? Find it in our wiki.',
    what: ['owner', 'responsible team', 'maintainer', 'on-call', 'contact', 'ownership'],
    of: ['nightly export', 'nightly export job', 'export cron', 'night batch', 'daily export'],
  },
  {
    ask: 'Find the price of the enterprise plan of {x}.',
    what: ['price', 'pricing', 'cost', 'cost per seat', 'list price', 'how much', 'annual fee'],
    of: [
      'enterprise plan',
      'enterprise tier',
      'enterprise licence',
      'business plan',
      'corporate plan',
    ],
  },
  {
    ask: 'Since when does {x} keep deleted records, and for how long? I need a source.',
    what: [
      'retention',
      'retention period',
      'data retention policy',
      'how long kept',
      'deletion schedule',
      'soft delete',
    ],
    of: ['deleted records', 'removed records', 'deleted data', 'erased rows', 'trash'],
  },
] as const;

export const noHitsAnywhere: Family = {
  name: 's_no_hits_anywhere',
  what: 'searches for one thing that is written nowhere, in ever other words and at guessed addresses',
  batch: 12,
  limit: 15,
  play(agent) {
    const { words } = agent;
    const topic = agent.pick(TOPICS);
    const name = words.project();
    const x = name.charAt(0).toUpperCase() + name.slice(1);
    const [search, fetch] = {
      claude: ['WebSearch', 'WebFetch'],
      codex: ['web_search', 'web_open'],
      gemini: ['google_web_search', 'web_fetch'],
      opencode: ['websearch', 'webfetch'],
      custom: ['search_wiki', 'get_page'],
    }[agent.manner] as [string, string];
    const nothing = (query: string) =>
      ({
        claude: `Web search results for query: "${query}"\n\nNo links found.\n\nREMINDER: You MUST include the sources above in your response to the user.`,
        codex: JSON.stringify({ query, results: [], request_id: words.uuid() }),
        gemini: `No search results or information found for query: "${query}"`,
        opencode: 'No search results found. Please try a different query.',
        custom: JSON.stringify({ hits: [], total: 0, took_ms: agent.between(8, 190) }),
      })[agent.manner];
    agent.prompt(topic.ask.replace('{x}', x));
    agent.loopBegins();
    agent.times(24, 38, (index) => {
      const what = agent.pick(topic.what);
      const of = agent.pick(topic.of);
      if (index > 3 && agent.random.chance(0.18)) {
        const slug = agent.pick([what, of]).toLowerCase().replaceAll(' ', '-');
        const url = `https://${agent.pick(['docs', 'help', 'www', 'developers'])}.${name}.example/${agent.pick(['', 'docs/', 'faq/', 'legal/'])}${slug}`;
        agent.call(
          fetch,
          agent.manner === 'claude' ? { url, prompt: `What does it say about ${what}?` } : { url },
          'Request failed with status code 404',
          {
            failed: agent.manner === 'claude',
            saying: agent.pick([
              '',
              'Let me try the address directly.',
              'Maybe there is a page for it.',
            ]),
          },
        );
        return;
      }
      const query = agent.pick([
        `${x} ${of} ${what}`,
        `${what} ${x} ${of}`,
        `"${what}" ${x}`,
        `${x} ${of} ${what} ${agent.pick(['2025', '2026', 'documentation', 'official', 'site docs'])}`,
        `${of} ${what} ${x} ${agent.pick(['reference', 'policy', 'FAQ', 'announcement'])}`,
      ]);
      agent.call(search, { query }, nothing(query), {
        saying: agent.pick([
          '',
          '',
          'No results. Let me rephrase.',
          'Let me try different keywords.',
          "I'll try a broader search.",
          'Maybe they call it something else.',
          "I'll search more specifically.",
        ]),
      });
    });
  },
};
