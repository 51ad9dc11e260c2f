/**
 * A mirror is filled over a bad line: connections break, the same command is given again, and each package arrives in the end.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const resetsOnTheWay: Family = {
  name: 'h_resets_on_the_way',
  what: 'fetches packages over a line that breaks often, again and again, until all are there',
  batch: 15,
  play(agent) {
    const { words } = agent;
    const tool = agent.pick([
      (name: string) => `npm pack ${name} --registry https://mirror.example`,
      (name: string) => `pip download --no-deps ${name} -d wheels`,
      (name: string) => `skopeo copy docker://ghcr.io/acme/${name}:latest dir:images/${name}`,
      (name: string) => `aria2c -x4 https://cdn.example/${name}.tar.zst`,
    ]);
    const breaks = [
      () =>
        `read tcp 10.4.0.${agent.between(2, 250)}:${agent.between(30_000, 60_000)}->10.4.0.9:443: read: connection reset by peer`,
      () => 'Error: socket hang up { code: "ECONNRESET" }',
      () => `HTTP/1.1 502 Bad Gateway\nx-request-id: ${words.uuid()}`,
      () => `Error: ETIMEDOUT connect after ${agent.between(4, 31)}${agent.between(100, 999)} ms`,
    ];
    agent.prompt(
      'Fill the offline mirror with everything in mirror.txt. The line is bad; just go on.',
    );
    const names = Array.from(
      { length: agent.between(13, 20) },
      () => `${words.noun()}-${words.noun()}`,
    );
    agent.read(`${words.root}/mirror.txt`, names.join('\n'));
    for (const name of names) {
      const tries = agent.pick([0, 0, 1, 1, 2, 4]);
      for (let index = 0; index < tries; index += 1)
        agent.shell(
          tool(name),
          { text: agent.pick(breaks)(), exit: 1 },
          { saying: musing(agent, 'line'), tookMs: agent.between(2000, 45_000) },
        );
      agent.shell(
        tool(name),
        `${name}  ${agent.between(1, 900)}.${agent.between(0, 9)} MB  sha256:${words.hex(16)}  in ${agent.between(1, 50)}s`,
        { saying: musing(agent, name), tookMs: agent.between(2000, 60_000) },
      );
    }
    agent.shell('ls | wc -l', String(names.length));
    agent.answer('Everything is in the mirror.');
  },
};
