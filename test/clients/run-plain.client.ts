/** `tripwire run -- NAME` for the coding agents that a base URL alone guards: it points them, or says which line points them. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { clientOfProgram } from '../../src/clients/every-client.ts';
import { newHome, startTripwire } from '../kit/running-tripwire.ts';
import { installedProgram, packageOf } from './client-packages.ts';
import { runProgram } from './client-run.ts';
import { endHomeProcesses } from './home-processes.ts';
import { unlessAside } from './hook-scripts.ts';
import { TRIPWIRE } from './hooks-lab.ts';
import { plainClients } from './plain-clients.ts';

const SAID = 'The cat is to be found.';
const each = plainClients.map((client) => ({ client, title: client.title }));

describe.each(each)('$title', ({ client }) => {
  test('is started, goes through Tripwire under its own name, and is summed up', async () => {
    const at = await newHome(unlessAside(() => ({ text: SAID })));
    const server = await startTripwire(at);
    onTestFinished(async () => {
      endHomeProcesses(at.home);
      await server.end();
      await at.provider.close();
    });
    const project = join(at.home, 'project');
    mkdirSync(project);
    const row = clientOfProgram(packageOf(client.client).program);
    const base = `${server.url}/agents/${row?.program ?? ''}`;
    const place = { home: at.home, project, url: `${base}/openai` };
    const { args, env } = client.prepare(place, 'find the cat');
    // What says where to send its calls is for `tripwire run` to set.
    const unset = Object.fromEntries(
      Object.entries(env).filter(([, value]) => !value.includes(server.url)),
    );
    const isByFile = Object.keys(unset).length === Object.keys(env).length;
    const program = installedProgram(client.client, process.env);
    const order = { args: ['run', '--', program, ...args], env: unset };
    const run = await runProgram(TRIPWIRE, place, order);
    expect(run, run.stderr).toMatchObject({ exitCode: 0 });
    expect(`${run.stdout}${run.stderr}`).toContain(SAID);
    expect(run.stderr).toMatch(new RegExp(`${row?.program}: [1-9]\\d* calls?, `));
    if (isByFile) expect(run.stderr).toContain(row?.baseUrl?.line(base));
  });
});
