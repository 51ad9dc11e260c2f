/**
 * Two agents, each of which waits for the other to begin; every message says so in other words.
 */
import type { Family } from '../../family.ts';

const THEIRS = [
  (thing: string) =>
    `I am ready. As soon as you have pushed your part of the ${thing}, I will rebase and start.`,
  (thing: string) =>
    `Confirmed from my side. Waiting for your ${thing} changes before I touch anything.`,
  (thing: string) =>
    `Sounds good, I will hold until you have gone first with the ${thing}. Let me know.`,
  (thing: string) => `No problem, take your time with the ${thing}; I start right after you.`,
  (thing: string) => `Agreed. To avoid conflicts in the ${thing} I leave the first commit to you.`,
];
const OURS = [
  (thing: string) =>
    `Understood. To avoid conflicts I will begin once your part of the ${thing} is merged.`,
  (thing: string) =>
    `Thanks for confirming. I am standing ready and start as soon as your ${thing} commit is in.`,
  (thing: string) =>
    `Agreed, you go first with the ${thing}; mine builds on it. Ping me when it is there.`,
  (thing: string) => `Great, we are aligned. I wait for your ${thing} before I change anything.`,
  (thing: string) => `Perfect. My side is prepared; the ${thing} is yours first, I follow.`,
];

export const afterYou: Family = {
  name: 's_after_you',
  what: 'agrees with another agent over and over that the other one begins, and so does the other',
  batch: 20,
  unit: 'answer',
  limit: 8,
  play(agent) {
    const { words } = agent;
    const thing = `${words.noun()} ${words.noun()}`;
    const looks = agent.random.chance(0.5);
    agent.prompt(
      `You and agent-b share the ${thing}: you write the client, agent-b the server. Coordinate and get it merged.`,
    );
    agent.warmUp(2, 6);
    agent.answer(`I have read the ${thing} code and know what the client needs. Who begins?`);
    agent.loopBegins();
    agent.times(14, 24, () => {
      agent.rest(agent.between(1000, 20_000));
      agent.prompt(`[agent-b] ${agent.pick(THEIRS)(thing)}`);
      if (looks && agent.random.chance(0.4))
        agent.shell('git fetch && git log --oneline HEAD..origin/main', '');
      agent.answer(agent.pick(OURS)(thing));
    });
  },
};
