/** Read before write, through every way of writing a path, on a real folder. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { readFileTool, writeFileTool } from '../../../test/kit/guarded-tools.ts';
import { temporaryFolder } from '../../../test/kit/temporary-folder.ts';
import {
  HostFilesystem,
  MarkdownSection,
  MemoryFilesystem,
  Prompt,
  PromptTemplate,
  ReadBeforeWritePolicy,
  Session,
  runTool,
  type Filesystem,
  type PolicyContext,
} from '../index.ts';

let root = '';

beforeEach(() => {
  root = temporaryFolder('rbw');
  mkdirSync(join(root, 'sub'));
  writeFileSync(join(root, 'config.yaml'), 'old');
  writeFileSync(join(root, 'other.yaml'), 'other');
  symlinkSync('config.yaml', join(root, 'link.yaml'));
  symlinkSync('/etc', join(root, 'exit'));
});

const template = new PromptTemplate({
  ns: 'test',
  key: 'files',
  sections: [
    new MarkdownSection({
      tools: [readFileTool, writeFileTool],
      policies: [new ReadBeforeWritePolicy()],
    }),
  ],
});

/** A run on the folder of the test. */
class FileRun {
  readonly session = new Session();
  readonly prompt: Prompt;

  constructor(filesystem: Filesystem | null) {
    this.prompt = new Prompt({ template, filesystem });
  }

  call(tool: 'read_file' | 'write_file', path: unknown) {
    const { prompt, session } = this;
    const params = { path: typeof path === 'string' ? path.replace('ROOT', root) : path };
    return runTool({ prompt, session, tool, params });
  }

  async status(tool: 'read_file' | 'write_file', path: string): Promise<string> {
    return (await this.call(tool, path)).status;
  }
}

const onHost = (mountPoint?: string) =>
  new FileRun(new HostFilesystem({ root, ...(mountPoint === undefined ? {} : { mountPoint }) }));

const ways = [
  'config.yaml',
  './config.yaml',
  'sub/../config.yaml',
  'ROOT/config.yaml',
  'ROOT/./sub/../config.yaml',
  'link.yaml',
  'ROOT/link.yaml',
  '/workspace/config.yaml',
  '/workspace/./link.yaml',
];

describe('a file that is there', () => {
  for (const way of ways) {
    verifies('G4', `is not overwritten unread as ${way}`, async () => {
      const outcome = await onHost('/workspace').call('write_file', way);
      expect(outcome).toMatchObject({
        status: 'denied',
        by: 'policy',
        policy: 'read_before_write',
      });
      expect(outcome).toMatchObject({
        reason: expect.stringMatching(/read it before you overwrite/) as string,
      });
      expect(readFileSync(join(root, 'config.yaml'), 'utf8')).toBe('old');
    });

    verifies(
      'G4',
      `read as ${way} may be written as config.yaml, and the other way round`,
      async () => {
        const [run, back] = [onHost('/workspace'), onHost('/workspace')];
        expect(await run.status('read_file', way)).toBe('success');
        expect(await run.status('write_file', 'config.yaml')).toBe('success');
        expect(await back.status('read_file', 'config.yaml')).toBe('success');
        expect(await back.status('write_file', way)).toBe('success');
        expect(readFileSync(join(root, 'config.yaml'), 'utf8')).toBe('written');
      },
    );
  }

  verifies('G4', 'is not known because another one was read', async () => {
    const run = onHost();
    await run.call('read_file', 'other.yaml');
    expect(await run.status('write_file', 'config.yaml')).toBe('denied');
  });

  verifies('G4', 'is not known because reading it failed or was denied', async () => {
    const run = onHost();
    await run.call('read_file', 'later.txt');
    writeFileSync(join(root, 'later.txt'), 'came later');
    expect(await run.status('write_file', 'later.txt')).toBe('denied');
  });

  verifies('G4', 'is not known because another session read it', async () => {
    await onHost().call('read_file', 'config.yaml');
    expect(await onHost().status('write_file', 'config.yaml')).toBe('denied');
  });

  verifies('G4', 'is forgotten by a reset and by a restore to before', async () => {
    const run = onHost();
    const before = run.session.snapshot();
    await run.call('read_file', 'config.yaml');
    run.session.restore(before);
    expect(await run.status('write_file', 'config.yaml')).toBe('denied');
    await run.call('read_file', 'config.yaml');
    run.session.reset();
    expect(await run.status('write_file', 'config.yaml')).toBe('denied');
  });
});

describe('a new file', () => {
  for (const path of [
    'new.txt',
    './sub/new.txt',
    'ROOT/new.txt',
    'deep/er/new.txt',
    'config.yaml ',
  ]) {
    verifies('G4', `${JSON.stringify(path)} may be created, and written again`, async () => {
      const run = onHost();
      expect(await run.status('write_file', path)).toBe('success');
      expect(await run.status('write_file', path)).toBe('success');
    });
  }

  verifies('G4', 'that somebody else made meanwhile must be read', async () => {
    const run = onHost();
    writeFileSync(join(root, 'new.txt'), 'mine');
    expect(await run.status('write_file', 'new.txt')).toBe('denied');
  });

  verifies('G4', 'whose writing failed is not known', async () => {
    const run = onHost();
    mkdirSync(join(root, 'blocked'));
    expect(await run.status('read_file', 'blocked')).toBe('error');
    expect(await run.status('write_file', 'blocked')).toBe('denied');
  });
});

describe('what cannot be told is denied', () => {
  for (const path of ['/etc/hostname', '../x', 'exit/new', '~/x', '', 'a\0b']) {
    verifies('G4', JSON.stringify(path), async () => {
      const outcome = await onHost().call('write_file', path);
      expect(outcome).toMatchObject({ status: 'denied', policy: 'read_before_write' });
    });
  }

  verifies('G4', 'without a filesystem', async () => {
    const outcome = await new FileRun(null).call('write_file', 'new.txt');
    expect(outcome).toMatchObject({
      status: 'denied',
      reason: expect.stringMatching(/no filesystem/) as string,
    });
  });
});

describe('its settings', () => {
  const context: PolicyContext = {
    session: new Session(),
    filesystem: new MemoryFilesystem({ files: { 'a.txt': 'a', 'b.txt': 'b' } }),
    promptName: 'p',
    callId: 'c',
  };
  const params: readonly (readonly [string, unknown, boolean])[] = [
    ['no parameters', null, false],
    ['no path', { text: 'x' }, false],
    ['a path that is no text', { path: ['new'] }, false],
    ['file_path', { file_path: 'new' }, true],
    ['filePath', { filePath: 'new' }, true],
    ['an existing file_path', { file_path: 'a.txt' }, false],
    ['two paths, one of them unread', { path: 'new', file_path: 'a.txt' }, false],
    ['a path beside an absent one', { path: 'new', file_path: undefined }, true],
  ];
  for (const [what, given, allowed] of params) {
    verifies('G4', `${what}: ${allowed ? 'allowed' : 'denied'}`, async () => {
      const policy = new ReadBeforeWritePolicy();
      const decision = await policy.check({ name: 'write_file' }, given, context);
      expect(decision.allowed).toBe(allowed);
    });
  }

  verifies('G4', 'other tools and parameters by name', async () => {
    const policy = new ReadBeforeWritePolicy({
      readTools: ['Read'],
      writeTools: ['Write'],
      pathParams: ['where'],
      name: 'mine',
    });
    const session = new Session();
    const here = { ...context, session };
    const write = () => policy.check({ name: 'Write' }, { where: 'a.txt' }, here);
    expect((await policy.check({ name: 'write_file' }, { path: 'a.txt' }, here)).allowed).toBe(
      true,
    );
    expect((await write()).allowed).toBe(false);
    await policy.onResult({ name: 'read_file' }, { where: 'a.txt' }, '', here);
    expect((await write()).allowed).toBe(false);
    await policy.onResult({ name: 'Read' }, { where: 'a.txt' }, '', here);
    expect((await write()).allowed).toBe(true);
    expect(policy.toolNames).toEqual(['Read', 'Write']);
  });
});
