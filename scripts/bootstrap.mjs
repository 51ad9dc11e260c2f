/**
 * Installs what is missing before any other command runs, so that `npm start` and `npm test` are enough on a bare
 * machine. It is plain JavaScript without dependencies because it runs before anything is installed, on whatever Node
 * the machine has. When everything is in place it prints nothing and does nothing. With `--start`, on a machine that has
 * nothing yet, it installs only what `npm start` needs; the next other command installs the rest.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startManifest } from './start-packages.mjs';

const NODE_MAJOR_MIN = 20;
const STILL_BUSY_EVERY_MS = 15_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const manifestFile = join(root, 'package.json');
const lockFile = join(root, 'package-lock.json');
const listFile = join(root, 'scripts', 'start-packages.mjs');
const installedLockFile = join(root, 'node_modules', '.package-lock.json');
const stampFile = join(root, 'node_modules', '.tripwire-stamp');
const aside = join(root, '.start-install');
/** In the stamp of an installation that is enough for `npm start` and for nothing else. */
const PARTLY = 'start ';
const forStart = process.argv.includes('--start');
const windows = process.platform === 'win32';
const pinnedNode = join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');

/** @param {string} line */
function say(line) {
  process.stderr.write(`tripwire: ${line}\n`);
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function wantedStamp() {
  const hash = createHash('sha256');
  for (const file of [manifestFile, lockFile, listFile])
    hash.update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

/**
 * True when what npm recorded as installed is what the lock file asks for. This spares a second installation after a
 * plain `npm ci`, and after an edit of package.json that touches no dependency.
 */
function installedMatchesLock() {
  if (!existsSync(installedLockFile)) return false;
  const manifest = readJson(manifestFile);
  const locked = readJson(lockFile).packages;
  const installed = readJson(installedLockFile).packages;
  for (const kind of ['dependencies', 'devDependencies']) {
    if (JSON.stringify(manifest[kind] ?? {}) !== JSON.stringify(locked[''][kind] ?? {}))
      return false;
  }
  return Object.keys(locked).every((name) => {
    if (name === '') return true;
    const found = installed[name];
    if (found === undefined) return locked[name].optional === true;
    return found.version === locked[name].version && found.integrity === locked[name].integrity;
  });
}

function stampHere() {
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
}

function isReady() {
  if (!existsSync(pinnedNode)) return false;
  const stamp = wantedStamp();
  if (stampHere() === stamp || (forStart && stampHere() === `${PARTLY}${stamp}`)) return true;
  if (!installedMatchesLock()) return false;
  writeFileSync(stampFile, stamp);
  return true;
}

/**
 * The npm that started this script, on the Node that runs it: the pinned Node in node_modules must not be used, for
 * `npm ci` deletes it on the way.
 */
function npmCommand() {
  const script = process.env['npm_execpath'];
  const node = process.env['npm_node_execpath'];
  if (script !== undefined && node !== undefined && basename(script) === 'npm-cli.js') {
    return { file: node, leading: [script], shell: false };
  }
  return { file: 'npm', leading: [], shell: windows };
}

/**
 * Whether the part for `npm start` is installed: not where all of it was before, for whoever works here needs it again.
 */
function installsPart() {
  return forStart && (!existsSync(installedLockFile) || stampHere().startsWith(PARTLY));
}

/** Installs the part aside and puts it in its place, so that an installation that was broken off leaves nothing half. */
async function installPart() {
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside);
  const { manifest, lock } = startManifest(readJson(manifestFile), readJson(lockFile));
  writeFileSync(join(aside, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(aside, 'package-lock.json'), JSON.stringify(lock));
  const done = await installPackages(aside);
  if (done.code === 0) {
    rmSync(join(root, 'node_modules'), { recursive: true, force: true });
    renameSync(join(aside, 'node_modules'), join(root, 'node_modules'));
  }
  rmSync(aside, { recursive: true, force: true });
  return done;
}

/**
 * @param {string} folder
 * @returns {Promise<{ code: number, output: string }>}
 */
function installPackages(folder) {
  const npm = npmCommand();
  // Only errors: npm would warn that some tools want a newer Node than the machine's, but they run on the pinned one.
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund', '--no-progress'];
  // Development tools are needed even where NODE_ENV=production is set.
  const where = ['--prefix', folder];
  const args = [...npm.leading, 'ci', '--include=dev', '--include=optional', ...where, ...quiet];
  return new Promise((resolve) => {
    const child = spawn(npm.file, args, {
      cwd: folder,
      shell: npm.shell,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** @param {number} startedAt */
function secondsSince(startedAt) {
  return `${Math.max(1, Math.round((Date.now() - startedAt) / 1000))} s`;
}

async function main() {
  if (Number.parseInt(process.versions.node, 10) < NODE_MAJOR_MIN) {
    say(`Node ${process.versions.node} is too old: version ${NODE_MAJOR_MIN} or newer is needed.`);
    say('Install a current Node from https://nodejs.org and run the command again.');
    return 1;
  }
  if (isReady()) return 0;

  const startedAt = Date.now();
  say(
    'installing packages, once; half a minute to two minutes, depending on the network and the disk ...',
  );
  const ticker = setInterval(() => {
    say(`still installing (${secondsSince(startedAt)}) ...`);
  }, STILL_BUSY_EVERY_MS);
  const isPart = installsPart();
  const { code, output } = isPart ? await installPart() : await installPackages(root);
  clearInterval(ticker);

  if (code !== 0) {
    process.stderr.write(output);
    say(
      `the installation failed after ${secondsSince(startedAt)} (npm ci ended with ${code}; its words are above).`,
    );
    say('Check the network and the npm settings, then run the command again.');
    return 1;
  }
  if (!existsSync(pinnedNode)) {
    process.stderr.write(output);
    say('the packages are installed, but the pinned Node has no program file.');
    say('npm was probably told to skip install scripts. Run: npm ci --ignore-scripts=false');
    return 1;
  }
  writeFileSync(stampFile, `${isPart ? PARTLY : ''}${wantedStamp()}`);
  say(`ready in ${secondsSince(startedAt)}`);
  return 0;
}

process.exitCode = await main();
