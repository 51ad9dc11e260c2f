import type { Family } from '../family.ts';

/** The page draws itself anew every second, so the ref of a snapshot is never valid when it is used. */
export const staleRefs: Family = {
  name: 's_stale_refs',
  what: 'takes a snapshot of a page, clicks a ref that is stale already, and takes another snapshot',
  batch: 11,
  limit: 22,
  play(agent) {
    const service = agent.pick(['Passport office', 'Vaccination centre', 'Vehicle registration']);
    const day = agent.between(2, 27);
    const url = `https://termine.${agent.words.project()}-stadt.example/${agent.words.noun()}`;
    agent.prompt(`Book the first free appointment at the ${service} on ${day} December.`);
    agent.call(
      'browser_navigate',
      { url },
      `### Page state\n- Page URL: ${url}\n- Page Title: ${service}`,
    );
    let ref = agent.between(20, 60);
    let left = 899;
    const snapshot = () => {
      ref += agent.between(40, 60);
      left -= agent.between(3, 25);
      const clock = `${Math.max(0, Math.floor(left / 60))}:${String(Math.abs(left % 60)).padStart(2, '0')}`;
      agent.call(
        'browser_snapshot',
        {},
        `### Page state\n- Page URL: ${url}\n- Page Title: ${service}\n- Page Snapshot:\n\`\`\`yaml\n- banner [ref=e${ref}]:\n  - heading "${service}" [level=1] [ref=e${ref + 1}]\n  - timer "Your session ends in ${clock}" [ref=e${ref + 2}]\n- main [ref=e${ref + 4}]:\n  - table "December" [ref=e${ref + 5}]:\n    - row "${day} 08:20 free" [ref=e${ref + 9}]:\n      - button "Reserve" [ref=e${ref + 12}] [cursor=pointer]\n    - row "${day} 10:40 free" [ref=e${ref + 15}]:\n      - button "Reserve" [ref=e${ref + 18}] [cursor=pointer]\n- contentinfo: Imprint\n\`\`\``,
        { saying: agent.pick(['', 'Let me take a fresh snapshot.', 'I need the current refs.']) },
      );
    };
    const click = () =>
      agent.call(
        'browser_click',
        {
          element: agent.pick([
            'Reserve button',
            `Reserve button in the row ${day} 08:20`,
            'First "Reserve" button',
            `Button to reserve 08:20 on ${day} December`,
            'Reserve',
          ]),
          ref: `e${ref + agent.pick([12, 12, 12, 18])}`,
        },
        `### Result\nError: Ref e${ref + 12} not found in the current page snapshot. Try capturing new snapshot.`,
        {
          failed: true,
          saying: agent.pick([
            'There is a free slot at 08:20. I will reserve it.',
            'Now I can click the button.',
            'The slot is still free, reserving it now.',
            '',
          ]),
        },
      );
    snapshot();
    agent.loopBegins();
    agent.times(17, 26, () => {
      click();
      if (agent.random.chance(0.2))
        agent.call('browser_wait_for', { time: agent.between(1, 3) }, '### Result\nWaited');
      snapshot();
    });
  },
};
