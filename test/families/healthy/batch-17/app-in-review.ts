/**
 * An app waits for its review for hours; the store says the same at every look, then reviews it, and it is released.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const appInReview: Family = {
  name: 'h_app_in_review',
  what: 'asks every quarter of an hour whether a store has reviewed an app, hears the same for hours, and releases it',
  batch: 17,
  play(agent) {
    const { words } = agent;
    const app = agent.between(1_500_000_000, 6_700_000_000);
    const version = `${agent.between(2, 9)}.${agent.between(0, 30)}.0`;
    const [get, pause, release] = agent.pick([
      ['appstore_version_get', 'wait', 'appstore_release'],
      ['mcp__asc__app_version', 'mcp__clock__sleep', 'mcp__asc__release'],
      ['store_status', 'sleep', 'store_publish'],
    ] as const);
    const minutes = agent.pick([10, 15, 20, 30]);
    const look = (state: string) =>
      agent.call(
        get,
        { app, version },
        { data: { type: 'appStoreVersions', id: String(app), attributes: { version, state } } },
        { saying: musing(agent, 'review') },
      );
    agent.prompt(`Submit ${version} for review and release it as soon as it is approved.`);
    agent.warmUp(3, 7);
    agent.call('store_submit', { app, version }, { ok: true, submission: words.uuid() });
    const stages = [
      ['WAITING_FOR_REVIEW', agent.between(12, 22)],
      ['IN_REVIEW', agent.between(4, 9)],
    ] as const;
    for (const [state, looks] of stages)
      for (let index = 0; index < looks; index += 1) {
        look(state);
        agent.call(pause, { minutes }, { waited: minutes }, { tookMs: minutes * 60_000 });
      }
    look('PENDING_DEVELOPER_RELEASE');
    agent.call(release, { app, version }, { ok: true, state: 'READY_FOR_SALE' });
    agent.answer(`${version} is released.`);
  },
};
