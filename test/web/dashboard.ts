/**
 * A whole Tripwire before a fake provider, and a real browser that looks at its dashboard.
 */
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { buildWeb } from '../../scripts/build-web.ts';
import { loadConfig } from '../../src/config/index.ts';
import { startServer, type RunningServer } from '../../src/server/start.ts';
import {
  demoScript,
  httpAgent,
  startFakeProvider,
  type AgentEnd,
} from '../../src/testing/index.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { openBrowser } from './shared-browser.ts';

export interface Dashboard {
  readonly server: RunningServer;
  readonly browser: Browser;
  /** A new page; `signedIn` has used a fresh sign-in link. */
  readonly open: (
    options?: PageOptions,
  ) => Promise<{ readonly page: Page; readonly context: BrowserContext }>;
  /** Lets an agent loose under a name. */
  readonly agent: (
    kind: 'healthy' | 'looping' | 'runaway',
    name?: string,
    more?: AgentMore,
  ) => Promise<AgentEnd>;
  close(): Promise<void>;
}

export interface PageOptions {
  readonly signedIn?: boolean;
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
}

interface AgentMore {
  readonly steps?: number;
  /** One without a known price when absent. */
  readonly model?: string;
  readonly stepDelayMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** What is not as usual. */
export interface DashboardOptions {
  /** Whether windows are measured on every agent. */
  readonly audit?: 'on' | 'off';
  /** Puts something into the data folder before the server starts on it. */
  readonly prepare?: (data: string) => Promise<void>;
}

/** Starts everything; close it in the end. */
export async function openDashboard(
  killSwitch = true,
  { audit = 'off', prepare = async () => undefined }: DashboardOptions = {},
): Promise<Dashboard> {
  await buildWeb();
  const home = temporaryFolder('web');
  await prepare(join(home, '.tripwire'));
  const provider = await startFakeProvider({ script: demoScript });
  const config = loadConfig({
    env: { TRIPWIRE_UPSTREAM_ANTHROPIC: provider.url, TRIPWIRE_UPSTREAM_OPENAI: provider.url },
    home,
    flags: { data: join(home, '.tripwire'), port: 0, adminPort: 0, constitution: 'coding-v1' },
  });
  const server = await startServer({
    config: { ...config, audit, killSwitch: { ...config.killSwitch, enabled: killSwitch } },
    env: {},
    log: () => undefined,
  });
  const browser = await openBrowser();
  return {
    server,
    browser,
    open: (options) => openPage(server, browser, options),
    agent: (kind, name = kind, more = {}) =>
      httpAgent({
        baseUrl: `${server.url}/agents/${name}/openai/v1`,
        format: 'openai-chat',
        kind,
        stepDelayMs: 0,
        ...more,
      }),
    close: async () => {
      await browser.close();
      await server.close();
      await provider.close();
    },
  };
}

async function openPage(
  server: RunningServer,
  browser: Browser,
  { signedIn = true, width = 1280, height = 800, theme = 'light' }: PageOptions = {},
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme });
  const page = await context.newPage();
  await page.goto(signedIn ? server.signInLink() : server.adminUrl);
  if (signedIn) await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  return { page, context };
}
