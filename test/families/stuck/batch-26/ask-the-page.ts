/**
 * A page is asked the same through a reading model in ever other words; it says each time that the page does not tell.
 */
import type { Family } from '../../family.ts';

export const askThePage: Family = {
  name: 's_ask_the_page',
  what: 'fetches the same two or three pages with ever other questions; none of them mentions what is looked for',
  batch: 26,
  limit: 12,
  play(agent) {
    const { words } = agent;
    const product = words.project();
    const urls = [
      `https://docs.${product}.example/pricing`,
      `https://docs.${product}.example/limits`,
      `https://${product}.example/faq`,
    ];
    const asks = [
      'What is the maximum number of webhooks per project?',
      'How many webhooks can one project have?',
      'Find the limit on webhooks.',
      'Extract any number that limits webhooks per project.',
      'Does the page mention a webhook quota? Quote it.',
      'List all limits, above all those on webhooks.',
    ];
    agent.prompt(`How many webhooks may a project have at ${product}?`);
    agent.loopBegins();
    agent.times(18, 28, () => {
      agent.call(
        'WebFetch',
        { url: agent.pick(urls), prompt: agent.pick(asks) },
        agent.pick([
          'The page does not mention a limit on webhooks per project.',
          'Based on the provided content, there is no information about the maximum number of webhooks.',
          'I could not find a webhook limit on this page. It covers plans, seats and storage.',
          'The content does not specify how many webhooks a project can have.',
        ]),
        { saying: agent.pick(['', 'Let me look more closely.', 'Maybe another page has it.']) },
      );
    });
  },
};
