import { fitsAny, fitsGlob } from '../../../base/glob.ts';
/**
 * Files that hold credentials, and the commands that would read them.
 */
import type { CommandWord, SimpleCommand } from '../../../shell/index.ts';

/** Names at the end of a path. */
const NAMES = [
  '.env',
  '.env.*',
  '.envrc',
  '.netrc',
  '_netrc',
  '.npmrc',
  '.pypirc',
  '.pgpass',
  '.my.cnf',
  '.git-credentials',
  '.htpasswd',
  'id_rsa',
  'id_dsa',
  'id_ecdsa',
  'id_ed25519',
  'authorized_keys',
  '*.pem',
  '*.p12',
  '*.pfx',
  '*.keystore',
  '*.key',
  '*.kdbx',
  '*.jks',
  '*.ppk',
  '.s3cfg',
  '.boto',
  '.vault-token',
  '.mylogin.cnf',
  'rclone.conf',
  'shadow',
  'gshadow',
  'shadow-',
  'gshadow-',
  'sudoers',
];

/** Names of that form which hold no secrets. */
const HARMLESS = [
  '.env.example',
  '.env.sample',
  '.env.template',
  '.env.dist',
  '.env.defaults',
  '*.pub',
];

/** Folders and files anywhere in a path. */
const PLACES = [
  '*/.ssh/*',
  '*/.ssh',
  '*/.gnupg/*',
  '*/.gnupg',
  '*/.aws/*',
  '*/.azure/*',
  '*/.config/gcloud/*',
  '*/.config/gh/hosts.yml',
  '*/.kube/config',
  '*/.docker/config.json',
  '*/.cargo/credentials*',
  '*/.m2/settings.xml',
  '*/.terraform.d/credentials*',
  '*/.claude/.credentials.json',
  '*/.codex/auth.json',
  '*/.gemini/oauth_creds.json',
  '*/.local/share/opencode/auth.json',
  '*/.tripwire/admin-token',
  '*/.password-store/*',
  '*/.qwen/oauth_creds.json',
  '*/.kimi*/credentials*',
  '*/.copilot/config.json',
  '*/.config/github-copilot/*',
  '*/.local/share/kilo/auth.json',
  '*/.pi/agent/auth.json',
  '*/.cline/data/secrets.json',
  '*/.gem/credentials',
  '*/composer/auth.json',
  '*/.composer/auth.json',
  '*/containers/auth.json',
  '*/.config/hub',
  '*/.config/doctl/config.yaml',
  '*/.config/hcloud/cli.toml',
  '*/.fly/config.yml',
  '*/.oci/config',
  '*/.local/share/keyrings/*',
  '*/.local/state/tripwire/*',
  '/run/secrets/*',
  '/var/run/secrets/*',
  '/etc/kubernetes/*.conf',
  '/etc/sudoers.d/*',
  '/proc/*/environ',
  '/proc/*/mem',
];

/** They show or make names, not contents. */
const NAME_ONLY = [
  'ls',
  'test',
  '[',
  '[[',
  'echo',
  'printf',
  'touch',
  'mkdir',
  'chmod',
  'chown',
  'rm',
  'stat',
  'basename',
  'dirname',
  'ssh-keygen',
  'ssh-add',
];

/** Their first operand is a pattern or a program, not a file. */
const PATTERN_FIRST = ['grep', 'egrep', 'fgrep', 'rg', 'ag', 'sed', 'awk', 'gawk', 'jq'];

/** Whether a command would read a file that holds credentials. */
export function readsCredentials(command: SimpleCommand): boolean {
  const reading = command.redirects.filter(({ operator }) => operator === '<' || operator === '<>');
  if (reading.some(({ target }) => isCredential(target))) return true;
  const { program } = command;
  if (program !== null && NAME_ONLY.includes(program)) return false;
  return filesOf(command).some(isCredential);
}

/** The words that may name a file which is read. */
function filesOf({ program, words }: SimpleCommand): readonly CommandWord[] {
  const given = words.slice(1).filter(({ text }, index) => {
    // Handing a file of settings to a program does not show it to the agent.
    const before = words[index]?.text ?? '';
    return before !== '--env-file' && !text.startsWith('--env-file=');
  });
  if (program === 'git') return isGitShow(given) ? given : [];
  if (program === 'cp' || program === 'mv') {
    const intoFolder = given.some(({ text }) => /^-[A-Za-z]*t|^--target-d/.test(text));
    return intoFolder ? given : given.slice(0, -1);
  }
  if (program === 'find') return given.map(asGlob);
  if (program === null || !PATTERN_FIRST.includes(program)) return given;
  const hasOwnPattern = given.some(({ text }) => /^-[ef]$|^--(?:regexp|file)/.test(text));
  const pattern = given.findIndex(({ text }) => !text.startsWith('-'));
  return hasOwnPattern ? given : given.filter((_, index) => index !== pattern);
}

function isGitShow(words: readonly CommandWord[]): boolean {
  const texts = words.map(({ text }) => text);
  const isPatch = texts.some((text) => /^(?:-p|-u|--patch.*|-L.*)$/.test(text));
  return texts.some((text) => GIT_SHOWS.includes(text) || (text === 'log' && isPatch));
}

const GIT_SHOWS = ['show', 'diff', 'cat-file', 'grep', 'blame', 'annotate', 'archive'];

/** The patterns of `find` are globs, whatever quotes they stand in. */
function asGlob(word: CommandWord): CommandWord {
  return /[*?[]/.test(word.text) ? { ...word, expansions: [...word.expansions, 'glob'] } : word;
}

function isCredential(word: CommandWord): boolean {
  // `@file`, `name=@file`, `--data=file` and `HEAD:file` name files too.
  const pieces = [word.text, ...word.text.split(/[=@:,]/)];
  const isGlob = word.expansions.includes('glob');
  return pieces.some((piece) => isCredentialPath(piece) || (isGlob && mayMeanCredential(piece)));
}

/** Some file systems don't care about case. */
function isCredentialPath(given: string): boolean {
  const path = given.toLowerCase();
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  const name = parts.at(-1) ?? '';
  if (fitsAny(HARMLESS, name)) return false;
  if (fitsAny(NAMES, name)) {
    const isOfSystem = /^(?:g?shadow-?|sudoers)$/.test(name);
    return !isOfSystem || parts.at(-2) === 'etc';
  }
  return fitsAny(PLACES, `/${parts.join('/')}`);
}

/** A glob such as `.e*`, which a shell would turn into `.env`. A star alone never finds a hidden file. */
function mayMeanCredential(path: string): boolean {
  const name = path.split('/').at(-1) ?? '';
  const isNarrow = /^[^*?[]/.test(name) || path.includes('/.');
  const names = ['.env', '.netrc', '.npmrc', '.git-credentials', 'id_rsa', 'id_ed25519', '.ssh'];
  return isNarrow && names.some((one) => fitsGlob(name.replace(/\[[^\]]*\]/g, '?'), one));
}
