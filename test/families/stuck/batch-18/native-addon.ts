/**
 * A package needs a library of the system that is not there; it is removed and installed in other versions and ways, and fails alike.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

interface Scene {
  readonly ask: string;
  readonly remove: string;
  readonly removed: () => string;
  readonly installs: readonly string[];
  readonly installed: () => string;
  readonly run: string;
  readonly fails: () => string;
}

const node = (agent: ScriptedAgent): Scene => {
  const name = agent.pick(['sharp', 'canvas', 'gl']);
  const library = { sharp: 'libvips-cpp.so.42', canvas: 'libcairo.so.2', gl: 'libGL.so.1' }[name];
  const count = agent.between(8, 14);
  const seconds = () => agent.between(2, 19);
  return {
    ask: 'Make `npm run thumbnails` work in this container.',
    remove: `npm uninstall ${name}`,
    removed: () => `removed ${count} packages, and audited 311 packages in ${seconds()}s`,
    installs: [
      `npm install ${name}`,
      `npm install ${name}@latest`,
      `npm install ${name} --build-from-source=false`,
      `npm install --include=optional ${name}`,
      `rm -rf node_modules/${name} && npm install ${name} --force`,
    ],
    installed: () =>
      `added ${count} packages, and audited ${311 + count} packages in ${seconds()}s\n\nfound 0 vulnerabilities`,
    run: 'npm run thumbnails',
    fails: () =>
      `> thumbnails\n> node scripts/thumbnails.js\n\nError: ${library}: cannot open shared object file: No such file or directory\n    at Object..node (node:internal/modules/cjs/loader:1928:18)\n\nNode.js v24.11.0`,
  };
};

const python = (agent: ScriptedAgent): Scene => {
  const [name, module, library] = agent.pick([
    ['opencv-python', 'cv2', 'libGL.so.1'],
    ['weasyprint', 'weasyprint', 'libpango-1.0.so.0'],
    ['python-magic', 'magic', 'libmagic.so.1'],
  ] as const);
  const version = `${agent.between(4, 5)}.${agent.between(0, 9)}.${agent.between(0, 80)}`;
  return {
    ask: `Get scripts/report.py to run here; it imports ${module}.`,
    remove: `pip uninstall -y ${name}`,
    removed: () =>
      `Found existing installation: ${name}\nUninstalling ${name}:\n  Successfully uninstalled ${name}`,
    installs: [
      `pip install ${name}`,
      `pip install ${name}==${version}`,
      `pip install --no-cache-dir ${name}`,
      `pip install --force-reinstall ${name}`,
      `pip install --upgrade ${name} --only-binary=:all:`,
    ],
    installed: () =>
      `Collecting ${name}\n  Using cached ${name}-${version}-cp312-abi3-manylinux_2_17_x86_64.whl\nSuccessfully installed ${name}`,
    run: 'python scripts/report.py',
    fails: () =>
      `Traceback (most recent call last):\n  File "scripts/report.py", line 3, in <module>\n    import ${module}\nImportError: ${library}: cannot open shared object file: No such file or directory`,
  };
};

export const nativeAddon: Family = {
  name: 's_native_addon',
  what: 'removes and installs a package in other versions and ways; the library of the system that it needs is missing',
  batch: 18,
  limit: 18,
  play(agent) {
    const scene = agent.pick([node, python])(agent);
    agent.prompt(scene.ask);
    agent.warmUp(2, 7);
    agent.loopBegins();
    agent.times(9, 13, () => {
      agent.shell(scene.run, { text: scene.fails(), exit: 1 });
      if (agent.random.chance(0.75)) agent.shell(scene.remove, scene.removed());
      agent.shell(agent.pick(scene.installs), scene.installed(), {
        tookMs: agent.between(2000, 20_000),
      });
    });
  },
};
