import type { Family } from '../family.ts';

export const proveYouAreHuman: Family = {
  name: 's_prove_you_are_human',
  what: 'reloads and clicks a page that asks for a proof of being human',
  batch: 8,
  limit: 16,
  play(agent) {
    const url = `https://www.${agent.words.project()}.example/prices`;
    agent.prompt('Compare the prices on this site.');
    const page = () =>
      `Just a moment...\nVerify you are human by completing the action below.\n[ref=e${agent.between(3, 90)}] checkbox "I am human"\nRay ID: ${agent.words.hex(16)}`;
    agent.loopBegins();
    agent.times(16, 26, () => {
      const act = agent.between(0, 3);
      if (act === 0) agent.call('browser_navigate', { url }, page());
      else if (act === 1)
        agent.call(
          'browser_click',
          { element: 'I am human', ref: `e${agent.between(3, 90)}` },
          page(),
        );
      else if (act === 2) agent.call('browser_wait_for', { time: agent.pick([2, 3, 5]) }, page());
      else agent.call('browser_snapshot', {}, page());
    });
  },
};
