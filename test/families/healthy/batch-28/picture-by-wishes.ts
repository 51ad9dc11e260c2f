/**
 * A picture is made anew by the wishes of a person, one after the other.
 */
import type { Family } from '../../family.ts';

export const pictureByWishes: Family = {
  name: 'h_picture_by_wishes',
  what: 'makes a picture, is told what to change, and makes it again, for many rounds',
  batch: 28,

  play(agent) {
    const { words } = agent;
    let prompt = `a ${words.noun()} on a table, watercolour`;
    agent.prompt(`Make a picture: ${prompt}.`);
    agent.times(10, 20, () => {
      agent.call(
        'generate_image',
        { prompt, size: '1024x1024' },
        { image: `img_${words.opaque(10)}.png`, width: 1024, height: 1024 },
      );
      agent.answer(
        agent.pick([
          'Here it is. What should I change?',
          'Here is the new version.',
          'Done. Anything else?',
        ]),
      );
      agent.rest(agent.between(8000, 90_000));
      const wish = agent.pick([
        `more ${words.noun()}s`,
        'darker',
        'less blue',
        `with a ${words.noun()}`,
        'brighter',
        'closer',
        `no ${words.noun()}`,
      ]);
      prompt = `${prompt}, ${wish}`;
      agent.prompt(agent.pick([`${wish}, please`, `Nice, but ${wish}.`, `Make it ${wish}`]));
    });
    agent.answer('Here is the last version.');
  },
};
