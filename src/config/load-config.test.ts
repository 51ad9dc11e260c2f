/**
 * The configuration in force: defaults, file, environment and flags, each over the one before.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { configFolder, loadText, problemsOf } from '../../test/kit/config-folder.ts';
import { isAgentName } from '../base/agent-name.ts';
import { checkRecord, DEFAULT_KILL_SWITCH } from '../core/index.ts';
import {
  killSwitchFor,
  loadConfig,
  loadConstitution,
  type AgentConfig,
  type ConfigFlags,
} from './index.ts';

describe('defaults', () => {
  test('without a file, variables and flags every value has its default', () => {
    const { home, sources } = configFolder();
    const { upstreams, ...rest } = loadConfig(sources);
    expect(rest).toEqual({
      file: null,
      origins: {},
      data: join(home, '.tripwire'),
      fleet: 'off',
      watchdog: 'off',
      port: 4180,
      adminPort: 4181,
      host: '127.0.0.1',
      adminHost: '127.0.0.1',
      allowRemote: false,
      constitution: 'coding-v1',
      registration: 'open',
      audit: 'off',
      governor: 'off',
      steer: 'on',
      stuck: {
        stream: { seconds: 180, act: 'tell' },
        dialog: { seconds: 1_800 },
        exchange: { act: 'tell', rounds: 4 },
        limit: { act: 'tell' },
        crashes: { count: 5, seconds: 600 },
        outage: { calls: 10, seconds: 60, act: 'tell' },
        retries: { calls: 6, seconds: 10, act: 'tell' },
        wakes: { count: 6, pauseSeconds: 30, act: 'tell' },
      },
      capture: 'on-stop',
      evidenceDays: 7,
      attest: false,
      retention: { days: 30, maxMb: 1024 },
      killSwitch: DEFAULT_KILL_SWITCH,
      agents: {},
      approvals: [],
      onStop: 'refuse',
      windDown: { calls: 10, seconds: 180 },
      teams: {},
      policies: [],
      limits: {
        bodyMb: 32,
        headerKb: 64,
        connections: 1024,
        requestTimeoutMs: 600_000,
        upstreamConnectMs: 10_000,
        idleMs: 300_000,
      },
      log: { level: 'warn' },
    });
    const known = { headers: {}, enabled: true, insecure: false };
    expect(upstreams).toEqual({
      openai: { ...known, url: 'https://api.openai.com', format: 'openai' },
      anthropic: { ...known, url: 'https://api.anthropic.com', format: 'anthropic' },
      gemini: {
        ...known,
        url: 'https://generativelanguage.googleapis.com',
        format: 'gemini',
      },
    });
  });

  test('a file of comments changes nothing but the file it names', () => {
    expect(loadText('# later\n').origins).toEqual({});
  });

  test('nothing in it can be changed', () => {
    const config = loadText('agents: { a: { kill_switch: { threshold: 3 } } }\n');
    const attempts = [
      () => Object.assign(config, { port: 1 }),
      () => Object.assign(config.limits, { bodyMb: 1 }),
      () => Object.assign(config.agents['a']?.killSwitch ?? {}, { threshold: 50 }),
      () => Object.assign(config.upstreams, { evil: {} }),
      () => Object.assign(config.killSwitch.exceptions, [1]),
    ];
    for (const attempt of attempts) expect(attempt).toThrow(TypeError);
  });
});

describe('where values come from', () => {
  test('a flag beats the environment, which beats the file', () => {
    const { home, sources } = configFolder('data: from-file\nport: 5000\nadmin_port: 5001\n');
    const file = join(home, '.tripwire', 'tripwire.yaml');
    const env = { TRIPWIRE_DATA: join(home, 'env') };
    expect(loadConfig({ ...sources, file }).data).toBe(join(home, '.tripwire', 'from-file'));
    expect(loadConfig({ ...sources, file, env }).data).toBe(join(home, 'env'));
    const flags = { data: 'flag', port: '6000' };
    const config = loadConfig({ ...sources, file, env, flags });
    expect(config).toMatchObject({ data: resolve('flag'), port: 6000, adminPort: 5001, file });
    expect(config.origins).toEqual({ data: 'flag', port: 'flag', admin_port: 'file' });
  });

  test('all flags arrive', () => {
    const flags: ConfigFlags = {
      adminPort: 9,
      host: '0.0.0.0',
      adminHost: 'localhost',
      allowRemote: true,
      constitution: 'coding-v1',
    };
    expect(loadText('port: 1\n', { flags })).toMatchObject(flags);
  });

  test('the file is looked for in the data folder of the flag, then of the environment', () => {
    const { home, sources } = configFolder('port: 1\n');
    const put = (folder: string, text: string) => {
      mkdirSync(join(home, folder));
      writeFileSync(join(home, folder, 'tripwire.yaml'), text);
      return join(home, folder);
    };
    const env = { TRIPWIRE_DATA: put('a', 'port: 2\n') };
    const flags = { data: put('b', 'port: 3\n') };
    expect(loadConfig(sources).port).toBe(1);
    expect(loadConfig({ ...sources, env }).port).toBe(2);
    expect(loadConfig({ ...sources, env, flags }).port).toBe(3);
    expect(loadConfig({ ...sources, env: { TRIPWIRE_DATA: '' } }).port).toBe(1);
  });

  test('a file that was asked for must be there', () => {
    const { home, sources } = configFolder('port: 1\n');
    const file = join(home, 'nowhere.yaml');
    expect(() => loadConfig({ ...sources, file })).toThrow(`${file}: cannot be read (ENOENT)`);
  });

  test('variables override the URL of an upstream and leave its key', () => {
    const text = 'upstreams: { openai: { key: env:K, url: "https://a.example" } }\n';
    const env = {
      TRIPWIRE_UPSTREAM_OPENAI: 'http://127.0.0.1:9/v1/',
      TRIPWIRE_UPSTREAM_ANTHROPIC: 'https://b.example',
      TRIPWIRE_UPSTREAM_GEMINI: '',
    };
    const { upstreams } = loadText(text, { env });
    expect(upstreams['openai']).toMatchObject({ url: 'http://127.0.0.1:9/v1', key: 'env:K' });
    expect(upstreams['anthropic']?.url).toBe('https://b.example');
    expect(upstreams['gemini']?.url).toBe('https://generativelanguage.googleapis.com');
  });

  test('variables choose the level and the file of the log', () => {
    const env = { TRIPWIRE_LOG: 'debug', TRIPWIRE_LOG_FILE: '/var/log/tripwire.log' };
    const { log, origins } = loadText('log: { level: error }\n', { env });
    expect(log).toEqual({ level: 'debug', file: '/var/log/tripwire.log' });
    expect(origins).toMatchObject({ 'log.level': 'env', 'log.file': 'env' });
    expect(problemsOf(() => loadText('port: 1\n', { env: { TRIPWIRE_LOG: 'loud' } }))).toEqual([
      expect.stringMatching(/log\.level: must be.*TRIPWIRE_LOG|TRIPWIRE_LOG.*log\.level/),
    ]);
  });

  test('a mistake in the file is told although a flag hides it; one in a flag names the flag', () => {
    expect(problemsOf(() => loadText('port: x\n', { flags: { port: 'y' } }))).toEqual([
      '1 port: must be a whole number from 0 to 65535, not "x"',
      '- port: must be a whole number from 0 to 65535, not "y" (from --port)',
    ]);
  });

  test('~ is the home folder, and a constitution is found beside the file', () => {
    const { home, sources } = configFolder('data: ~/elsewhere\nconstitution: mine.yaml\n');
    writeFileSync(join(home, '.tripwire', 'mine.yaml'), 'name: mine\nmaxTokensPerMinute: 100\n');
    const config = loadConfig(sources);
    expect(config.data).toBe(join(home, 'elsewhere'));
    expect(loadConstitution(config.constitution).values.name).toBe('mine');
  });
});

describe('agents', () => {
  const text = `
kill_switch: { threshold: 8, exceptions: [{ tool: wait, is: poll }] }
agents:
  claude: { kill_switch: { enabled: true }, max_tokens_per_minute: 50000 }
  "a.b_c-d:e@f": { max_tool_calls_per_minute: 60 }
`;

  test('an agent keeps what it does not override', () => {
    const config = loadText(text);
    const claude: AgentConfig = { killSwitch: { enabled: true }, maxTokensPerMinute: 50_000 };
    expect(config.agents['claude']).toEqual(claude);
    expect(killSwitchFor(config, 'claude')).toMatchObject({ enabled: true, threshold: 8 });
    expect(killSwitchFor(config, 'somebody').enabled).toBe(false);
  });

  test('a name that objects know of themselves finds nothing', () => {
    const config = loadText(text);
    for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
      expect(config.agents[name], name).toBeUndefined();
      expect(config.upstreams[name], name).toBeUndefined();
    }
    const own = loadText('agents: { constructor: { max_tokens_per_minute: 5 } }\n');
    expect(own.agents['constructor']?.maxTokensPerMinute).toBe(5);
  });

  test.each(['a', 'A9', 'my.agent', 'a'.repeat(64), 'x:y@z', '...'])('%j is a name', (name) => {
    expect(isAgentName(name)).toBe(true);
    expect(loadText(`agents: { ${JSON.stringify(name)}: {} }\n`).agents[name]).toBeDefined();
  });

  test.each(['', '.', '..', 'a b', 'a/b', 'a\\b', "a'b", 'a"b', 'a\nb', 'ä', 'a'.repeat(65)])(
    '%j is no name',
    (name) => {
      expect(isAgentName(name)).toBe(false);
      const load = () => loadText(`agents:\n  ${JSON.stringify(name)}: {}\n`);
      expect(problemsOf(load)).toEqual([expect.stringMatching(/^2 agents.*1 to 64 bytes/)]);
    },
  );

  test('what is accepted for an agent is what the core takes as a record', () => {
    const tool = ' !#[]~'.padEnd(64, 'x');
    const exceptions = Array.from({ length: 16 }, (_, index) => ({
      tool: `${tool.slice(0, 62)}${String(index).padStart(2, '0')}`,
      is: index % 2 === 0 ? 'poll' : 'healthy',
    }));
    const extremes = [
      { window_size: 5, threshold: 1, detector: 'literal', refusal: 'message', shadow: true },
      { window_size: 100, threshold: 50, enabled: true, exceptions },
      { threshold: 7.25 },
    ];
    for (const killSwitch of extremes) {
      const agent = { kill_switch: killSwitch, max_tokens_per_minute: 1 };
      const config = loadText(JSON.stringify({ agents: { a: agent } }));
      const record = {
        type: 'operator',
        timestamp: 1,
        action: 'configure',
        agent: 'a',
        envelope: config.agents['a'],
      };
      expect(() => checkRecord(record)).not.toThrow();
    }
  });
});

describe('together', () => {
  test('an agent’s own limits may equal the constitution’s, not exceed them', () => {
    const text =
      'agents:\n  a:\n    max_tokens_per_minute: 50001\n    max_tool_calls_per_minute: 61\n';
    expect(problemsOf(() => loadText(`constitution: frozen-v0.2\n${text}`))).toEqual([
      expect.stringMatching(
        /^4 agents\.a\.max_tokens_per_minute: must be at most 50000, not 50001/,
      ),
      expect.stringMatching(/^5 agents\.a\.max_tool_calls_per_minute: must be at most 60, not 61/),
    ]);
    // Those of coding-v1, the default, allow more.
    expect(() => loadText(text)).not.toThrow();
  });

  test('a constitution that is not there is refused, with the one that was meant', () => {
    expect(problemsOf(() => loadText('port: 1\nconstitution: codingv1\n'))).toEqual([
      expect.stringMatching(/^2 constitution: .*no such file.*did you mean coding-v1\?$/),
    ]);
  });

  test('a second opinion from an upstream that is not there is refused, with the one that was meant', () => {
    const text = (provider: string) => `second_opinion:\n  provider: ${provider}\n  model: m\n`;
    expect(problemsOf(() => loadText(text('opnai')))).toEqual([
      '2 second_opinion.provider: there is no upstream opnai; did you mean openai?',
    ]);
    expect(loadText(text('openai')).secondOpinion).toEqual({
      provider: 'openai',
      model: 'm',
      timeoutMs: 10_000,
      usdPerDay: 1,
      asksPerDay: 200,
      allowUnpriced: false,
      texts: true,
    });
    expect(loadText('port: 1\n').secondOpinion).toBeUndefined();
  });

  test('both planes on one port are refused; two free ones are not', () => {
    expect(problemsOf(() => loadText('admin_port: 4180\n'))).toEqual([
      '1 admin_port: must not be 4180 like port: agents and people have a port each',
    ]);
    expect(loadText('port: 0\nadmin_port: 0\n').adminPort).toBe(0);
  });

  test('a tool stands once in a list of exceptions', () => {
    const list = '[{ tool: a, is: poll }, { tool: b, is: poll }, { tool: a, is: healthy }]';
    const text = `kill_switch: { exceptions: ${list} }\nagents: { x: { kill_switch: { exceptions: ${list} } } }\n`;
    expect(problemsOf(() => loadText(text))).toEqual([
      '1 kill_switch.exceptions[2].tool: this tool is already in the list; keep one',
      '2 agents.x.kill_switch.exceptions[2].tool: this tool is already in the list; keep one',
    ]);
  });
});
