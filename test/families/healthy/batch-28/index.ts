import type { Family } from '../../family.ts';
import { addressesRedacted } from './addresses-redacted.ts';
import { cacheWarmed } from './cache-warmed.ts';
import { chunksSent } from './chunks-sent.ts';
import { pagerAnswered } from './pager-answered.ts';
import { pictureByWishes } from './picture-by-wishes.ts';
import { remindersSent } from './reminders-sent.ts';
import { stockCounted } from './stock-counted.ts';
import { tablesVacuumed } from './tables-vacuumed.ts';
import { versionBisected } from './version-bisected.ts';

export const healthyBatch28: readonly Family[] = [
  addressesRedacted,
  cacheWarmed,
  chunksSent,
  pagerAnswered,
  pictureByWishes,
  remindersSent,
  stockCounted,
  tablesVacuumed,
  versionBisected,
];
