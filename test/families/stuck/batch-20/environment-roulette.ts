/**
 * One command that fails for a reason of the machine, run with other variables and from other folders.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

interface Scene {
  readonly ask: string;
  readonly command: string;
  readonly variables: readonly string[];
  readonly fails: () => string;
}

const licence = (agent: ScriptedAgent): Scene => {
  const host = `lic-${agent.words.project()}.internal`;
  return {
    ask: 'Synthesise the top module and give me the timing summary.',
    command: 'vivado -mode batch -source scripts/synth.tcl',
    variables: [
      `LM_LICENSE_FILE=2100@${host}`,
      `XILINXD_LICENSE_FILE=2100@${host}`,
      `XILINXD_LICENSE_FILE=27000@${host}`,
      'XILINXD_LICENSE_FILE=$HOME/.Xilinx/Xilinx.lic',
      'LM_LICENSE_FILE=/opt/Xilinx/license.lic',
      'XILINX_LOCAL_USER_DATA=no',
      'HOME=/tmp',
      'LC_ALL=C',
    ],
    fails: () =>
      `****** Vivado v2025.1 (64-bit)\n  **** Start of session at: ${agent.clock()}\nERROR: [Common 17-345] A valid license was not found for feature 'Synthesis' and/or device 'xcvu9p'. Please run the Vivado License Manager for assistance.\nINFO: [Common 17-206] Exiting Vivado with process ${agent.between(1000, 60_000)}...`,
  };
};

const registry = (agent: ScriptedAgent): Scene => {
  const host = `registry.${agent.words.project()}.internal`;
  return {
    ask: 'Install the dependencies and run the build.',
    command: 'npm ci',
    variables: [
      'NODE_TLS_REJECT_UNAUTHORIZED=0',
      'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt',
      'NODE_OPTIONS=--use-openssl-ca',
      'NODE_OPTIONS=--use-system-ca',
      'npm_config_strict_ssl=false',
      'HTTPS_PROXY=',
      'SSL_CERT_FILE=/etc/ssl/cert.pem',
      'CI=true',
    ],
    fails: () =>
      `npm error code ECONNREFUSED\nnpm error errno ECONNREFUSED\nnpm error FetchError: request to https://${host}/@acme%2fcore failed, reason: connect ECONNREFUSED 10.0.4.17:443\nnpm error A complete log of this run can be found in: /home/dev/.npm/_logs/${agent.clock().replaceAll(':', '_')}-debug-0.log`,
  };
};

const display = (agent: ScriptedAgent): Scene => ({
  ask: 'Record the start screen of the app and save it as start.png.',
  command: './bin/viewer --capture start.png',
  variables: [
    'DISPLAY=:0',
    'DISPLAY=:1',
    'DISPLAY=:99',
    'WAYLAND_DISPLAY=wayland-0',
    'XDG_RUNTIME_DIR=/tmp/runtime',
    'LIBGL_ALWAYS_SOFTWARE=1',
    'SDL_VIDEODRIVER=x11',
    'QT_QPA_PLATFORM=xcb',
  ],
  fails: () =>
    `[${agent.clock()}] viewer ${agent.between(2000, 90_000)}: vkCreateInstance failed: VK_ERROR_INCOMPATIBLE_DRIVER\nno suitable graphics device, giving up`,
});

export const environmentRoulette: Family = {
  name: 's_environment_roulette',
  what: 'runs one command with ever other variables and from ever other folders; the machine lacks what it needs',
  batch: 20,
  limit: 12,
  play(agent) {
    const { ask, command, variables, fails } = agent.pick([licence, registry, display])(agent);
    const { root } = agent.words;
    const wrap = (): string => {
      const some = agent.shuffled(variables).slice(0, agent.between(0, 3));
      const way = agent.between(0, 3);
      const folder = agent.pick([
        '',
        '',
        `cd ${root} && `,
        'cd .. && cd - && ',
        'cd /workspace && ',
      ]);
      if (some.length === 0) return `${folder}${command}`;
      if (way === 0) return `${folder}env ${some.join(' ')} ${command}`;
      if (way === 1) return `${folder}export ${some.join(' ')} && ${command} 2>&1 | tail -20`;
      return `${folder}${some.join(' ')} ${command}`;
    };
    agent.prompt(ask);
    agent.warmUp(1, 6);
    agent.loopBegins();
    agent.times(18, 30, () => {
      if (agent.random.chance(0.12))
        return agent.shell('env | sort | head -5', 'HOME=/home/dev\nLANG=C.UTF-8\nSHELL=/bin/bash');
      const line = wrap();
      return agent.shell(line, { text: fails(), exit: line.includes('| tail') ? 0 : 1 });
    });
  },
};
