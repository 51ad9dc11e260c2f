/**
 * One mail in many variants: for each group of customers it is fitted, checked, once revised, and scheduled.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

const PLANS =
  'annual monthly family student trial business non-profit legacy reseller lapsed partner staff'.split(
    ' ',
  );

export const segmentMails: Family = {
  name: 'h_segment_mails',
  what: 'fits the same mail to one group of customers after the other, checks it and schedules it',
  batch: 16,
  play(agent) {
    const { words } = agent;
    const save = agent.pick([
      'gmail_save_draft',
      'outlook_update_draft',
      'mcp__mail__draft',
      'crm_save_template',
    ]);
    const check = agent.pick(['style_check', 'readability_score', 'tone_analyzer']);
    const date = `${agent.between(1, 28)} December 2026`;
    agent.prompt(
      `Prices change on ${date}. Write to each group of customers; the groups are in the CRM.`,
    );
    agent.call(
      'crm_list_segments',
      {},
      PLANS.map((plan) => ({ plan, customers: agent.between(20, 40_000) })),
    );
    agent.call('drive_read_file', { name: 'style-guide.md' }, words.prose(5, 9));
    for (const plan of agent.shuffled(PLANS).slice(0, agent.between(8, 12))) {
      const id = words.hex(16);
      const fee = agent.between(9, 90);
      const customers = agent.between(20, 40_000);
      if (agent.random.chance(0.4))
        agent.call(
          'crm_get_segment',
          { plan },
          { plan, customers, note: words.sentence() },
          { saying: musing(agent, plan) },
        );
      const drafts = agent.pick([1, 1, 2, 2, 3]);
      for (let version = 1; version <= drafts; version += 1) {
        agent.call(
          save,
          {
            draft_id: id,
            segment: plan,
            subject: agent.pick(['Your new price', `Prices from ${date}`, 'What changes for you']),
            body: `Hello {{first_name}},\n\nyour ${plan} plan costs ${fee} € a month from ${date}. ${words.prose(1, 2)}\n\nKind regards`,
          },
          { draft_id: id, revision: version, saved_at: agent.clock() },
          { saying: musing(agent, `${plan} customers`) },
        );
        agent.call(
          check,
          { text: `draft ${id} r${version}` },
          { score: agent.between(60, 91), suggestions: version < drafts ? [words.sentence()] : [] },
        );
      }
      agent.call(
        'campaign_schedule',
        { draft_id: id, segment: plan, at: '2026-11-30T09:00:00Z' },
        { scheduled: true, recipients: customers },
      );
    }
    agent.answer('All groups have their mail.');
  },
};
