/**
 * A long suite in the background: the agent writes documentation and looks at the suite between pages.
 */
import type { Manner } from '../../client-manner.ts';
import type { Family } from '../../family.ts';

const LOOKS: Readonly<Record<Manner, readonly [string, string]>> = {
  claude: ['BashOutput', 'bash_id'],
  codex: ['write_stdin', 'session_id'],
  gemini: ['read_background_output', 'pid'],
  opencode: ['bash_output', 'id'],
  custom: ['job_output', 'job'],
};

export const workBetweenLooks: Family = {
  name: 'h_work_between_looks',
  what: 'writes a page, looks at a suite in the background that mostly has nothing new, and writes the next page',
  batch: 23,
  play(agent) {
    const { words } = agent;
    const [tool, argument] = LOOKS[agent.manner];
    const job = agent.pick([`bash_${agent.between(1, 9)}`, String(agent.between(2000, 60_000))]);
    const shards = agent.between(3, 6);
    let shard = 0;
    const look = (text: string) =>
      agent.call(
        tool,
        agent.manner === 'codex'
          ? { [argument]: job, chars: '', yield_time_ms: 1000 }
          : { [argument]: job },
        text,
        { saying: agent.pick(['', 'How is the suite doing?', 'A look at the suite.']) },
      );
    agent.prompt('Start the end-to-end suite, document the modules meanwhile, and report both.');
    agent.shell('npm run e2e > /tmp/e2e.log 2>&1 &', `[1] ${job}`);
    const pages = agent.between(11, 20);
    for (let page = 0; page < pages; page += 1) {
      const file = words.file();
      agent.read(`${words.root}/${file}`, words.codeLines(6, 18));
      agent.write(`${words.root}/docs/${words.symbol()}.md`, `# ${file}\n\n${words.prose(3, 8)}\n`);
      if (shard < shards && agent.random.chance(0.22)) {
        shard += 1;
        look(`shard ${shard}/${shards}: ${agent.between(20, 90)} passed`);
      } else if (agent.random.chance(0.8)) look('<status>running</status>\n(no new output)');
    }
    while (shard < shards) {
      shard += 1;
      agent.times(1, 3, () => {
        agent.shell(`sleep ${agent.pick([30, 60, 90])}`, '', { tookMs: 60_000 });
        look('<status>running</status>\n(no new output)');
      });
      look(`shard ${shard}/${shards}: ${agent.between(20, 90)} passed`);
    }
    agent.answer(`${pages} pages are written, and the suite is green.`);
  },
};
