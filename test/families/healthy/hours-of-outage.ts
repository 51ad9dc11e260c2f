/**
 * The provider is down for a long while, and its tools say so inside answers that carry no flag. The agent parks, and tries now and then.
 */
import type { Family } from '../family.ts';

export const hoursOfOutage: Family = {
  name: 'h_hours_of_outage',
  what: 'sits out an outage that is told inside successful answers, with long pauses',
  batch: 13,
  play(agent) {
    const { words } = agent;
    const id = words.opaque(6);
    const said = agent.pick([
      () =>
        JSON.stringify({
          ok: true,
          result: { error: 'upstream 503 Service Unavailable', retry: true, id: words.uuid() },
        }),
      () => `Error from provider: 503 overloaded_error (request req_${words.opaque(12)})`,
      () => 'HTTP 502 Bad Gateway\n<html><h1>502 Bad Gateway</h1></html>',
    ]);
    agent.prompt(`Publish the ${words.noun()} report as soon as the service is back.`);
    agent.warmUp(1, 6);
    const pause = agent.pick([60, 120, 300]);
    agent.times(12, 28, () => {
      agent.call('publish_report', { report: id }, said(), {
        saying: agent.pick(['', 'Still down. I will try again later.']),
      });
      agent.shell(`sleep ${pause}`, { text: '', seconds: pause }, { tookMs: pause * 1000 + 200 });
    });
    agent.call(
      'publish_report',
      { report: id },
      { ok: true, result: { url: `https://reports.internal/${id}` } },
    );
    agent.answer('The report is published.');
  },
};
