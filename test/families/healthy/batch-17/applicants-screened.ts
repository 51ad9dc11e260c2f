/**
 * Applications are read one by one and most are declined for the same reason, which is recorded in the same words.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const applicantsScreened: Family = {
  name: 'h_applicants_screened',
  what: 'screens one applicant after the other by the same rubric, nearly always with the same verdict',
  batch: 17,
  play(agent) {
    const { words } = agent;
    const [read, verdict] = agent.pick([
      ['read_resume', 'record_verdict'],
      ['ats_get_application', 'ats_set_stage'],
      ['mcp__greenhouse__application', 'mcp__greenhouse__reject_or_advance'],
    ] as const);
    const reason = agent.pick([
      'No work permit for the EU.',
      'Fewer than five years of experience.',
      'No certificate for medical devices.',
    ]);
    const licence = agent.pick(['check_permit', 'registry_lookup']);
    agent.prompt(
      `Screen the applications for ${words.noun()} engineer by the rubric: ${reason} means no.`,
    );
    agent.call(
      'list_applications',
      { job: words.hex(6), state: 'new' },
      { count: agent.between(22, 34) },
    );
    agent.times(22, 34, () => {
      const id = `app_${words.hex(6)}`;
      const meets = agent.random.chance(0.12);
      if (agent.random.chance(0.8))
        agent.call(read, { id }, `${words.person()}\n${words.prose(3, 8)}`, {
          saying: musing(agent, 'application'),
        });
      agent.call(licence, { applicant: id }, { found: meets, records: meets ? 1 : 0 });
      agent.call(
        verdict,
        {
          id,
          decision: meets ? 'advance' : 'decline',
          reason: meets ? 'Meets the rubric.' : reason,
        },
        { ok: true, mailed: !meets },
      );
    });
    agent.answer('All applications are screened.');
  },
};
