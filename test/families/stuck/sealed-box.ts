/**
 * The machine lets nothing through: whatever tool is tried fails for the same reason, each in its own words.
 */
import type { Family } from '../family.ts';
import type { ScriptedAgent } from '../scripted-agent.ts';

type Tries = readonly ((agent: ScriptedAgent, file: string) => void)[];

const readOnly: Tries = [
  (agent, file) =>
    agent.shell(`echo "x" > ${file}`, { text: `bash: ${file}: Read-only file system`, exit: 1 }),
  (agent, file) =>
    agent.shell(`touch ${file}`, {
      text: `touch: cannot touch '${file}': Read-only file system`,
      exit: 1,
    }),
  (agent, file) =>
    agent.shell(`cp /dev/null ${file}`, {
      text: `cp: cannot create regular file '${file}': Read-only file system`,
      exit: 1,
    }),
  (agent, file) =>
    agent.shell(`python3 -c "open('${file}','w')"`, {
      text: `Traceback (most recent call last):\n  File "<string>", line 1, in <module>\nOSError: [Errno 30] Read-only file system: '${file}'`,
      exit: 1,
    }),
  (agent, file) =>
    agent.shell(`sed -i 's/a/b/' ${file}`, {
      text: `sed: couldn't open temporary file ${file}Xk2: Read-only file system`,
      exit: 4,
    }),
  (agent, file) =>
    agent.call(
      'write_file',
      { path: file, content: 'x' },
      `EROFS: read-only file system, open '${file}'`,
      { failed: true },
    ),
];

const offline: Tries = [
  (agent, file) =>
    agent.shell(`curl -sSfL https://files.internal/${file}`, {
      text: 'curl: (6) Could not resolve host: files.internal',
      exit: 6,
    }),
  (agent, file) =>
    agent.shell(`wget -q https://mirror.internal/${file}`, {
      text: 'wget: unable to resolve host address ‘mirror.internal’',
      exit: 4,
    }),
  (agent, file) =>
    agent.shell(`python3 -m pip install ${file.split('/').at(-1) ?? file}`, {
      text: `WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError: Temporary failure in name resolution'\nERROR: No matching distribution found for ${file}`,
      exit: 1,
    }),
  (agent, file) =>
    agent.shell(`git clone https://git.internal/${file}`, {
      text: `Cloning into '${file}'...\nfatal: unable to access: Could not resolve host: git.internal`,
      exit: 128,
    }),
  (agent, file) =>
    agent.call(
      'web_fetch',
      { url: `https://docs.internal/${file}` },
      `fetch failed: getaddrinfo ENOTFOUND docs.internal`,
      { failed: true },
    ),
];

export const sealedBox: Family = {
  name: 's_sealed_box',
  what: 'tries tool after tool against the same wall',
  batch: 13,
  limit: 20,
  play(agent) {
    agent.prompt(`Write the ${agent.words.noun()} settings that the service needs.`);
    agent.warmUp(0, 6);
    const tries = agent.pick([readOnly, offline]);
    agent.loopBegins();
    agent.times(26, 38, () => agent.pick(tries)(agent, agent.words.file()));
  },
};
