import type { Family } from '../family.ts';

/** The list springs back a little after each swipe; only the clock and a few pixels change. */
export const endOfList: Family = {
  name: 's_end_of_list',
  what: 'swipes on at the end of a list on a phone, looking for an entry that is not there',
  batch: 10,
  limit: 24,
  play(agent) {
    const wanted = agent.pick([
      'Legal notices',
      'Developer options',
      'Export data',
      'Beta features',
    ]);
    agent.prompt(`Test case 14: open ${wanted} in the settings and check the title.`);
    const entries = Array.from(
      { length: agent.between(14, 20) },
      () => `${agent.words.noun()} ${agent.words.noun()}`,
    );
    const top = agent.between(180, 260);
    const screen = (from: number) => {
      const clock = agent.clock().slice(11, 16);
      const jitter = agent.between(-3, 3);
      const shown = entries.slice(from, from + 7);
      return JSON.stringify([
        {
          class: 'StatusBar',
          text: clock,
          battery: `${agent.between(60, 63)}%`,
          bounds: [0, 0, 1080, 96],
        },
        { class: 'Toolbar', text: 'Settings', bounds: [0, 96, 1080, top] },
        ...shown.map((text, index) => ({
          class: 'TextView',
          text,
          bounds: [48, top + jitter + index * 220, 1032, top + jitter + index * 220 + 200],
        })),
        { class: 'NavigationBar', bounds: [0, 2190, 1080, 2340] },
      ]);
    };
    const swipe = () =>
      agent.call(
        'mobile_swipe',
        {
          direction: 'up',
          x: agent.between(400, 680),
          y: agent.between(1500, 1900),
          distance: agent.between(600, 1200),
        },
        'Swiped up on the screen',
        {
          saying: agent.pick([
            '',
            `${wanted} must be further down.`,
            'Scrolling down.',
            'Let me scroll a bit more.',
          ]),
        },
      );
    for (let from = 0; from < entries.length - 7; from += 6) {
      agent.call('mobile_list_elements', { device: 'emulator-5554' }, screen(from));
      swipe();
    }
    agent.call('mobile_list_elements', { device: 'emulator-5554' }, screen(entries.length - 7));
    agent.loopBegins();
    agent.times(18, 30, () => {
      swipe();
      agent.call('mobile_list_elements', { device: 'emulator-5554' }, screen(entries.length - 7));
    });
  },
};
