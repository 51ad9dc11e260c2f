/**
 * A customer asks every few hours where a parcel is; the agent looks, and for days the carrier says the same.
 */
import type { Family } from '../../family.ts';

const QUESTIONS = [
  'Any update on my parcel?',
  'Hi, where is it now?',
  'Good morning! Has anything moved?',
  'Still nothing here. Could you look again?',
  'Is it out of customs yet?',
  'Checking in again about my order, sorry to be a pain.',
  'Hello, me again. What does the carrier say today?',
];
const STILL = [
  'Thanks for your patience. It is still with customs; there is no new scan.',
  'I have just looked: it is still being cleared by customs, nothing has changed since yesterday.',
  'No news yet, I am afraid. The last scan is the one at customs.',
  'It is still in clearance. This usually takes three to five working days.',
];

export const parcelInCustoms: Family = {
  name: 'h_parcel_in_customs',
  what: 'a customer asks again and again over days for a parcel; the same look gives the same answer until it moves',
  batch: 19,
  play(agent) {
    const { words } = agent;
    const order = `${agent.between(100, 999)}-${agent.between(1_000_000, 9_999_999)}`;
    const number = `1Z${words.hex(14).toUpperCase()}`;
    const city = agent.pick(['Leipzig', 'Louisville', 'Liège', 'East Midlands']);
    const [tool, argument] = agent.pick([
      ['track_shipment', 'tracking_number'],
      ['mcp__carrier__track', 'number'],
      ['shipping.status', 'id'],
    ] as const);
    const since = agent.clock();
    const look = (status: string, detail: string) =>
      agent.call(
        tool,
        { [argument]: number },
        { number, status, detail, last_scan: { at: since, city } },
      );
    agent.prompt(`Hello, I ordered three weeks ago, order ${order}. Where is it?`);
    agent.call(
      'get_order',
      { order_id: order },
      { order_id: order, status: 'shipped', tracking: number, items: [words.noun(), words.noun()] },
    );
    look('IN_CUSTOMS', 'Clearance processing');
    agent.answer(`Your parcel ${number} reached ${city} and is being cleared by customs.`);
    agent.times(8, 18, () => {
      agent.rest(agent.between(2, 20) * 3_600_000);
      agent.prompt(agent.pick(QUESTIONS));
      look('IN_CUSTOMS', 'Clearance processing');
      agent.answer(agent.pick(STILL));
    });
    agent.rest(30_000_000);
    agent.prompt(agent.pick(QUESTIONS));
    look('OUT_FOR_DELIVERY', 'With the courier');
    agent.answer('Good news: it has been cleared and is out for delivery today.');
  },
};
