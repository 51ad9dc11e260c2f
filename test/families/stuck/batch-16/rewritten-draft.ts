/**
 * A mail that was good at the second draft is drafted again and again; nobody reads any of the drafts.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

const TONES = [
  'warmer',
  'shorter',
  'clearer',
  'more confident',
  'less formal',
  'more precise',
  'friendlier',
  'crisper',
];

const bodies: readonly ((who: string, date: string, fee: number) => string)[] = [
  (who, date, fee) =>
    `Dear ${who},\n\nyour contract ends on ${date}. If you would like to stay with us, you need do nothing; the fee remains ${fee} € a month.\n\nBest wishes`,
  (who, date, fee) =>
    `Hello ${who},\n\na short note: on ${date} your contract runs out. It is prolonged by itself, and the price stays at ${fee} €.\n\nYours`,
  (who, date, fee) =>
    `Hi ${who}!\n\nGood news: ${fee} € a month it stays. Your contract would end on ${date}, and goes on unless you object.\n\nCheers`,
  (who, date, fee) =>
    `Dear ${who},\n\nwe write because your contract expires on ${date}. Unless we hear otherwise we shall renew it at an unchanged ${fee} € monthly.\n\nKind regards`,
  (who, date, fee) =>
    `${who}, thank you for being with us. On ${date} we will renew your contract at ${fee} € a month, as before. Tell us should you not want that.`,
];

export const rewrittenDraft: Family = {
  name: 's_rewritten_draft',
  what: 'polishes one mail for ever: drafts, scores its own draft, drafts anew, and never sends it',
  batch: 16,
  limit: 18,
  play(agent) {
    const { words } = agent;
    const [who, fee] = [words.person(), agent.between(9, 90)];
    const date = `${agent.between(1, 28)} December 2026`;
    const save = agent.pick([
      'gmail_save_draft',
      'outlook_update_draft',
      'mcp__mail__draft',
      'crm_save_template',
    ]);
    const check = agent.pick(['style_check', 'readability_score', 'tone_analyzer']);
    const id = words.hex(16);
    const guide = words.prose(5, 9);
    agent.prompt(`Write to ${who} that the contract ends on ${date}, and send it.`);
    agent.times(5, 9, () =>
      agent.call(
        agent.pick(['crm_get_contact', 'crm_list_notes', 'drive_search']),
        { query: agent.pick([who, words.noun(), words.person()]) },
        {
          hits: Array.from({ length: agent.between(1, 4) }, () => ({
            id: words.hex(8),
            text: words.sentence(),
          })),
        },
      ),
    );
    agent.loopBegins();
    agent.times(14, 20, (version) => {
      agent.call(
        save,
        {
          draft_id: id,
          to: `${who.toLowerCase().replace(' ', '.')}@example.org`,
          subject: agent.pick([
            'Your contract',
            `Your contract ends on ${date}`,
            'About your contract',
            'A note on your renewal',
          ]),
          body: agent.pick(bodies)(who, date, fee),
        },
        { draft_id: id, revision: version + 2, saved_at: agent.clock() },
        {
          saying: agent.pick([
            `The draft is good, but it could be ${agent.pick(TONES)}.`,
            `Version ${version + 2}: I will make it ${agent.pick(TONES)} and ${agent.pick(TONES)}.`,
            musing(agent, 'tone'),
          ]),
        },
      );
      if (agent.random.chance(0.6))
        agent.call(
          check,
          { text: `draft ${id} r${version + 2}` },
          {
            score: agent.between(82, 91),
            grade: agent.pick(['B8', 'B9']),
            suggestions: [`Consider a ${agent.pick(TONES)} opening.`],
          },
        );
      if (agent.random.chance(0.3))
        agent.call('drive_read_file', { name: 'style-guide.md' }, guide, {
          saying: musing(agent, 'style guide'),
        });
    });
  },
};
