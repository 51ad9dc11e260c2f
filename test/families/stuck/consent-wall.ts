import type { Family } from '../family.ts';

const WALLS = [
  'Before you continue\n\nWe and our 842 partners store and/or access information on a device, such as cookies, and process personal data. Click "Accept all" to consent, or "Manage options" to choose.\n\n[Accept all] [Reject all] [Manage options]\n\nPrivacy policy · Imprint · Terms',
  'Bevor Sie fortfahren\n\nWir und unsere 842 Partner speichern Informationen auf Ihrem Gerät, etwa Cookies, und verarbeiten personenbezogene Daten. Klicken Sie auf "Alle akzeptieren" oder "Optionen verwalten".\n\n[Alle akzeptieren] [Alle ablehnen] [Optionen verwalten]\n\nDatenschutz · Impressum · AGB',
];

/** A few articles of one paper, asked for by ever other addresses; the wall is in front of all of them. */
export const consentWall: Family = {
  name: 's_consent_wall',
  what: 'fetches the same few articles by ever other addresses and gets the page that asks for consent',
  batch: 10,
  limit: 20,
  play(agent) {
    const paper = `${agent.words.project()}-kurier`;
    const slugs = Array.from(
      { length: agent.between(2, 4) },
      () => `${agent.words.noun()}-${agent.words.noun()}-${agent.between(100_000, 999_999)}`,
    );
    agent.prompt(`What did ${paper}.example write on the ${agent.words.noun()} affair? Quote it.`);
    const fetched = () => {
      const slug = agent.pick(slugs);
      const url = agent.pick([
        `https://www.${paper}.example/politik/${slug}.html`,
        `https://www.${paper}.example/politik/${slug}-druck.html`,
        `https://amp.${paper}.example/politik/${slug}.html`,
        `https://m.${paper}.example/politik/${slug}.html?consent=1`,
        `https://www.${paper}.example/politik/${slug}.html?utm_source=${agent.words.noun()}`,
        `https://www.${paper}.example/politik/${slug}.html?outputType=amp&t=${agent.seconds()}`,
        `https://www.${paper}.example/suche?q=${slug}`,
      ]);
      return {
        name: agent.manner === 'claude' ? 'WebFetch' : 'web_fetch',
        args: { url, prompt: `The text of the article on ${slug}` },
        text: `URL: ${url}\nFetched: ${agent.clock()}\nStatus: 200 OK\nContent-Length: ${agent.between(18_200, 18_900)}\n\n${agent.pick(WALLS)}\n\nConsent-ID: ${agent.words.uuid()}`,
        err: false,
      };
    };
    const atOnce = agent.between(1, 2);
    agent.loopBegins();
    agent.times(28, 42, () =>
      agent.together(Array.from({ length: atOnce }, fetched), {
        saying: agent.pick([
          'That was only the consent page. Trying another address of the article.',
          'Perhaps the print version is open.',
          'Let me try it in another way.',
          '',
        ]),
      }),
    );
  },
};
