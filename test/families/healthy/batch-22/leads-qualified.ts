/**
 * A list of leads is qualified: each is enriched, often without a find, and put into a stage.
 */
import type { Family } from '../../family.ts';

export const leadsQualified: Family = {
  name: 'h_leads_qualified',
  what: 'enriches one lead of a list after the other, mostly without a find, sets its stage and now and then writes a mail',
  batch: 22,
  play(agent) {
    const { words } = agent;
    const count = agent.between(24, 44);
    const prefix = agent.pick(['', 'mcp__crm__', 'crm.']);
    const share = agent.pick([0.15, 0.3, 0.5]);
    const leads = Array.from({ length: count }, (_, index) => ({
      id: 4000 + index * agent.between(1, 3),
      name: words.person(),
      company: `${words.project()} ${agent.pick(['GmbH', 'Ltd', 'SARL', 'Inc'])}`,
    }));
    agent.prompt(
      `Qualify the ${count} leads of the fair. Mail those from companies above 200 people.`,
    );
    agent.call(`${prefix}list_leads`, { source: 'fair' }, { leads });
    let mailed = 0;
    for (const { id, name, company } of leads) {
      const found = agent.random.chance(share);
      const employees = agent.between(3, 900);
      agent.call(
        'enrich_company',
        { company, contact: name },
        found
          ? {
              company,
              employees,
              country: agent.pick(['DE', 'FR', 'PL', 'NL']),
              site: `${words.noun()}.example`,
            }
          : { error: 'not_found' },
      );
      const good = found && employees > 200;
      agent.call(
        `${prefix}set_stage`,
        { lead_id: id, stage: good ? 'qualified' : found ? 'too_small' : 'unknown' },
        { ok: true },
      );
      if (!good) continue;
      agent.call(
        'send_email',
        {
          lead_id: id,
          subject: `${company} and our fair offer`,
          body: `Dear ${name}, ${words.prose(1, 2)}`,
        },
        { status: 'sent' },
      );
      mailed += 1;
    }
    agent.answer(`${count} leads are staged; ${mailed} of them got a mail.`);
  },
};
