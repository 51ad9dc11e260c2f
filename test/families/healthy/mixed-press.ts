import type { Family } from '../family.ts';

const WALL =
  'Before you continue\n\nWe and our 842 partners store and/or access information on a device, such as cookies, and process personal data. Click "Accept all" to consent, or "Manage options" to choose.\n\n[Accept all] [Reject all] [Manage options]\n\nPrivacy policy · Imprint · Terms';

export const mixedPress: Family = {
  name: 'h_mixed_press',
  what: 'reads what many papers wrote; every third one shows nothing but a page that asks for consent',
  batch: 10,
  play(agent) {
    agent.prompt(
      `Write a press review on the ${agent.words.noun()} affair, all papers of the list.`,
    );
    let read = 0;
    let paper = 0;
    const fetched = () => {
      paper += 1;
      const url = `https://www.${agent.words.project()}-${agent.pick(['post', 'kurier', 'times', 'echo'])}${paper}.example/news/${agent.words.noun()}-${agent.between(10_000, 99_999)}.html`;
      const isWall = agent.random.chance(0.33);
      if (!isWall) read += 1;
      const body = isWall
        ? `${WALL}\n\nConsent-ID: ${agent.words.uuid()}`
        : `${agent.words.prose(4, 10)}\n\n[... ${agent.between(900, 9000)} characters left out]\n\nPrivacy policy · Imprint · Terms`;
      return {
        name: agent.manner === 'claude' ? 'WebFetch' : 'web_fetch',
        args: { url, prompt: 'The text of the article' },
        text: `URL: ${url}\nFetched: ${agent.clock()}\nStatus: 200 OK\n\n${body}`,
        err: false,
      };
    };
    const atOnce = agent.between(1, 3);
    agent.times(18, 30, (index) => {
      agent.together(Array.from({ length: atOnce }, fetched), {
        saying: agent.pick(['Next paper.', '', 'Noted.']),
      });
      if (index % 9 === 8)
        agent.call(
          'save_note',
          { file: 'review.md', append: agent.words.prose(2, 4) },
          { ok: true, bytes: agent.between(200, 900) },
        );
    });
    agent.answer(`Of all papers ${read} could be read. ${agent.words.prose(3, 5)}`);
  },
};
