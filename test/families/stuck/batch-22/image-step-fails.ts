/**
 * An image does not build because of one step; the agent turns other lines of the Dockerfile and builds again, and the same step fails.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

interface Scene {
  readonly step: string;
  readonly error: (agent: ScriptedAgent) => string;
}

const SCENES: readonly Scene[] = [
  {
    step: 'RUN apt-get update && apt-get install -y libvips-dev libheif42-dev',
    error: () =>
      '#9 4.1 E: Unable to locate package libheif42-dev\nERROR: process "/bin/sh -c apt-get update && apt-get install -y libvips-dev libheif42-dev" did not complete successfully: exit code: 100',
  },
  {
    step: 'COPY dist/ /app/dist/',
    error: (agent) =>
      `ERROR: failed to calculate checksum of ref ${agent.words.opaque(25).toLowerCase()}::${agent.words.opaque(25).toLowerCase()}: "/dist": not found`,
  },
  {
    step: 'RUN npm ci --omit=dev',
    error: (agent) =>
      `#11 6.02 npm error code E401\n#11 6.02 npm error Incorrect or missing password.\n#11 6.03 npm error A complete log of this run can be found in: /root/.npm/_logs/${agent.clock().replaceAll(':', '_')}-debug-0.log\nERROR: process "/bin/sh -c npm ci --omit=dev" did not complete successfully: exit code: 1`,
  },
];

const TWEAKS: readonly (readonly [string, string])[] = [
  ['FROM node:22-slim', 'FROM node:22-bookworm-slim'],
  ['FROM node:22-bookworm-slim', 'FROM node:22'],
  ['WORKDIR /app', 'WORKDIR /usr/src/app'],
  ['ENV NODE_ENV=production', 'ENV NODE_ENV=production CI=1'],
  ['USER node', 'USER root'],
  ['EXPOSE 3000', 'EXPOSE 3000\nHEALTHCHECK NONE'],
  ['# syntax=docker/dockerfile:1', '# syntax=docker/dockerfile:1.7'],
  ['FROM node:22', 'FROM node:22-slim'],
];

export const imageStepFails: Family = {
  name: 's_image_step_fails',
  what: 'turns ever other lines of a Dockerfile and builds the image again; the same step fails with the same error',
  batch: 22,
  limit: 16,
  play(agent) {
    const { words } = agent;
    const { step, error } = agent.pick(SCENES);
    const tag = `${words.project()}-${agent.pick(['api', 'web', 'worker'])}`;
    const edits = agent.random.chance(0.7);
    agent.prompt(`Get the image of ${tag} to build. It worked last week.`);
    agent.warmUp(1, 5);
    agent.read(`${words.root}/Dockerfile`, `FROM node:22-slim\nWORKDIR /app\n${step}\nUSER node`);
    agent.loopBegins();
    agent.times(edits ? 13 : 20, edits ? 18 : 27, (index) => {
      const [before, after] = TWEAKS[index % TWEAKS.length] ?? ['', ''];
      if (edits || index === 0) agent.edit(`${words.root}/Dockerfile`, before, after);
      const flags = agent.pick(['', '', ' --no-cache', ' --progress=plain', ' --pull']);
      const seconds = agent.between(60, 480) / 10;
      agent.shell(
        `docker build${flags} -t ${tag}:dev .`,
        {
          text: `#1 [internal] load build definition from Dockerfile\n#1 transferring dockerfile: ${agent.between(700, 740)}B done\n#1 DONE 0.${agent.between(0, 9)}s\n#5 sha256:${words.hex(64)} ${agent.between(20, 48)}.1MB / 48.3MB ${seconds / 10}s\n#9 ${step}\n${error(agent)}`,
          exit: 1,
          seconds,
        },
        {
          saying: agent.pick([
            '',
            'Building again.',
            'This should do it.',
            'Let me try the build.',
          ]),
          tookMs: Math.round(seconds * 1000),
        },
      );
    });
  },
};
