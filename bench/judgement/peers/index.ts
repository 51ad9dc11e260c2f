/**
 * Every peer, in the order of the tables: from plain repeats to rules that mind results, then the
 * seeds' own.
 */
import { browserUse } from './browser-use.ts';
import { clawmetry } from './clawmetry.ts';
import { cline } from './cline.ts';
import { crush } from './crush.ts';
import { deerFlow } from './deer-flow.ts';
import { geminiCli } from './gemini-cli.ts';
import { hermes } from './hermes.ts';
import { openRouterBlock, openRouterStop } from './open-router.ts';
import { openclawCritical, openclawWarn } from './openclaw.ts';
import { opencode } from './opencode.ts';
import { openHands } from './openhands.ts';
import type { Peer } from './peer.ts';
import { qwenCode } from './qwen-code.ts';
import { rooCode } from './roo-code.ts';
import { seed000 } from './seed-000.ts';
import { seed001 } from './seed-001.ts';
import { seed002 } from './seed-002.ts';
import { usageGuard } from './usage-guard.ts';
import { zeroclaw } from './zeroclaw.ts';

export const peers: readonly Peer[] = [
  opencode,
  rooCode,
  cline,
  geminiCli,
  qwenCode,
  deerFlow,
  browserUse,
  openRouterBlock,
  openRouterStop,
  openHands,
  crush,
  openclawWarn,
  openclawCritical,
  hermes,
  zeroclaw,
  clawmetry,
  usageGuard,
];

export const seeds: readonly Peer[] = [seed000, seed001, seed002];
