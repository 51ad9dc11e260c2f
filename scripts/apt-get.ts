/**
 * Debian's packages for what the tests need, installed without asking questions; what fails is told with what to do.
 */
import { spawnSync } from 'node:child_process';

/** apt-get, as it is found in an environment. */
export class AptGet {
  readonly #env: NodeJS.ProcessEnv;
  readonly #need: string;
  readonly #remedy: string;

  /** `need` says what the packages are for, `remedy` what a person does where they cannot be had. */
  constructor(env: NodeJS.ProcessEnv, need: string, remedy: string) {
    // At run level 1 Debian starts no server that was just installed: the tests start their own.
    this.#env = { ...env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    this.#need = need;
    this.#remedy = remedy;
  }

  update(): void {
    this.#run(['update']);
  }

  install(names: readonly string[]): void {
    this.#run(['install', '-y', '--no-install-recommends', ...names]);
  }

  #run(args: readonly string[]): void {
    const { status, stderr, error } = spawnSync('apt-get', args, {
      env: this.#env,
      encoding: 'utf8',
    });
    if (error !== undefined) {
      const words = `${this.#need}, and apt-get cannot be run here (${error.message})`;
      throw new Error(`${words}. ${this.#remedy}`);
    }
    if (status === 0) return;
    const words = stderr.trim() === '' ? 'it said nothing' : stderr.trim();
    throw new Error(
      `apt-get ${args.join(' ')} ended with ${String(status)}: ${words}\n${this.#remedy}`,
    );
  }
}
