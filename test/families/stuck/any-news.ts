import type { Family } from '../family.ts';

/** Two agents that write to each other by tool. */
export const anyNews: Family = {
  name: 's_any_news',
  what: 'asks another agent for news, which asks back',
  batch: 8,
  limit: 20,
  play(agent) {
    agent.prompt('Coordinate the release with the other agent.');
    agent.warmUp(0, 2);
    agent.loopBegins();
    agent.times(10, 18, () => {
      agent.call(
        'send_message',
        {
          to: 'release-bot',
          text: agent.pick([
            'Any news on the release?',
            'Is the release ready?',
            'What is the state of the release?',
            'Please send me an update on the release.',
          ]),
        },
        { delivered: true, id: agent.words.hex(8) },
      );
      agent.call(
        'check_inbox',
        {},
        {
          messages: [
            {
              from: 'release-bot',
              text: agent.pick([
                'No news here. What is the state on your side?',
                'Waiting for your update on the release.',
                'Nothing new. Any news from you?',
              ]),
            },
          ],
        },
      );
    });
  },
};
