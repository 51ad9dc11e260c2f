import type { Family } from '../family.ts';

/** A sandbox without network: every program says so in its own words. */
export const noNetwork: Family = {
  name: 's_no_network',
  what: 'tries one program after the other to download something in a sandbox without network',
  batch: 7,
  limit: 24,
  play(agent) {
    const name = agent.words.noun();
    agent.prompt(`Install ${name} and run the example.`);
    agent.warmUp(0, 3);
    const tries: readonly (readonly [string, string, number])[] = [
      [
        `pip install ${name}`,
        `WARNING: Retrying (Retry(total=4)) after connection broken by 'NameResolutionError': /simple/${name}/\nERROR: Could not find a version that satisfies the requirement ${name}`,
        1,
      ],
      [
        `pip install --index-url https://packages.example/simple ${name}`,
        `WARNING: Retrying (Retry(total=4)) after connection broken by 'NameResolutionError': /simple/${name}/\nERROR: Could not find a version that satisfies the requirement ${name}`,
        1,
      ],
      [
        `curl -LO https://files.example/${name}.tar.gz`,
        'curl: (6) Could not resolve host: files.example',
        6,
      ],
      [
        `wget https://files.example/${name}.tar.gz`,
        "wget: unable to resolve host address 'files.example'",
        4,
      ],
      [
        `git clone https://git.example/${name}.git`,
        "fatal: unable to access 'https://git.example/': Could not resolve host: git.example",
        128,
      ],
      [
        'apt-get update',
        "Err:1 http://deb.example stable InRelease\n  Temporary failure resolving 'deb.example'",
        100,
      ],
      [
        `npm install ${name}`,
        'npm error code EAI_AGAIN\nnpm error syscall getaddrinfo\nnpm error errno EAI_AGAIN',
        1,
      ],
      ['ping -c 1 8.8.8.8', 'ping: connect: Network is unreachable', 2],
      [
        `conda install ${name}`,
        'CondaHTTPError: HTTP 000 CONNECTION FAILED for url <https://repo.example>',
        1,
      ],
    ];
    agent.loopBegins();
    agent.times(28, 40, () => {
      const [command, text, exit] = agent.pick(tries);
      agent.shell(command, { text, exit });
    });
  },
};
