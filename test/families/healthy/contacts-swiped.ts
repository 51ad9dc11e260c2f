import type { Family } from '../family.ts';

export const contactsSwiped: Family = {
  name: 'h_contacts_swiped',
  what: 'swipes through a long list on a phone and counts its entries; the frame of the screen stays',
  batch: 10,
  play(agent) {
    agent.prompt('Test case 9: scroll through all contacts and check that each has a number.');
    const top = agent.between(180, 260);
    const screens = agent.between(20, 34);
    let last: string[] = [];
    let count = 0;
    for (let index = 0; index < screens; index += 1) {
      // One swipe in eight is too short to bring anything new.
      const isSame = index > 0 && agent.random.chance(0.12);
      if (!isSame) {
        const fresh = Array.from(
          { length: 5 },
          () =>
            `${agent.words.person()}  +49 ${agent.between(100, 999)} ${agent.between(10_000, 99_999)}`,
        );
        count += fresh.length;
        last = [...last.slice(-2), ...fresh];
      }
      const jitter = agent.between(-3, 3);
      agent.call(
        'mobile_list_elements',
        { device: 'emulator-5554' },
        JSON.stringify([
          {
            class: 'StatusBar',
            text: agent.clock().slice(11, 16),
            battery: '61%',
            bounds: [0, 0, 1080, 96],
          },
          { class: 'Toolbar', text: 'Contacts', bounds: [0, 96, 1080, top] },
          ...last.map((text, row) => ({
            class: 'TextView',
            text,
            bounds: [48, top + jitter + row * 220, 1032, top + jitter + row * 220 + 200],
          })),
          { class: 'NavigationBar', bounds: [0, 2190, 1080, 2340] },
        ]),
      );
      agent.call(
        'mobile_swipe',
        {
          direction: 'up',
          x: agent.between(400, 680),
          y: agent.between(1500, 1900),
          distance: agent.between(600, 1200),
        },
        'Swiped up on the screen',
        { saying: agent.pick(['', 'Scrolling down.', 'Let me scroll a bit more.']) },
      );
    }
    agent.answer(`All ${count} contacts have a number.`);
  },
};
