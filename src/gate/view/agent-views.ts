/**
 * The agents as people see them, one at a time and all at once, from what the gate knows of each.
 *
 * It reads and never decides: whoever asks for a view lets nothing through by it.
 */
import type { ConstitutionValues, HoldView } from '../../core/index.ts';
import type { AgentChain } from '../chain/agent-chain.ts';
import type { OpenCalls } from '../open-calls.ts';
import type { Recorder } from '../recorder.ts';
import type { Standing } from '../standing.ts';
import { homeOf, type StopTitles } from '../stops/stop-titles.ts';
import type { Teams } from '../teams/teams.ts';
import type { Waits } from '../waits.ts';
import { viewAgent, viewUnreadable, type AgentView, type ViewedAgent } from './agent-view.ts';
import { glanceUnreadable, Glances, type AgentGlance } from './glances.ts';

/** What views are made of. */
interface ViewParts {
  readonly recorder: Recorder;
  readonly standing: Standing;
  readonly titles: StopTitles;
  readonly teams: Teams;
  readonly calls: OpenCalls;
  readonly waits: Waits;
  readonly values: ConstitutionValues;
}

/** Shows agents. */
export class AgentViews {
  readonly #parts: ViewParts;
  readonly #glances = new Glances((chain, asked) => viewAgent({ ...this.#viewed(chain), asked }));

  constructor(parts: ViewParts) {
    this.#parts = parts;
  }

  /** One agent; one whose journal cannot be read has a problem and nothing else. */
  of(name: string): Promise<AgentView> {
    return this.#view(name, (agent) => this.#parts.standing.everybodyHolds(agent));
  }

  /** Agents in the order of their names. */
  ofEach(names: readonly string[]): Promise<readonly AgentView[]> {
    const above = this.#parts.standing.aboveEach();
    return Promise.all(names.map((name) => this.#view(name, above)));
  }

  /** The same at a glance: only those that changed are looked at anew. */
  async glances(names: readonly string[]): Promise<readonly AgentGlance[]> {
    const { recorder, standing, values, waits } = this.#parts;
    const problems = await recorder.chains.openEach(names);
    const now = recorder.clock.now();
    const above = standing.aboveEach();
    return names.map((name) => {
      const chain = recorder.chains.opened(name);
      if (chain === undefined) return glanceUnreadable(name, problems.get(name) ?? '');
      return this.#glances.of({ chain, above: above(name), waits: waits.of(name), now, values });
    });
  }

  async #view(name: string, above: (agent: string) => readonly HoldView[]): Promise<AgentView> {
    const { recorder, teams, calls, waits } = this.#parts;
    const chain = recorder.chains.opened(name) ?? (await recorder.chains.open(name).catch(String));
    if (typeof chain === 'string') return viewUnreadable(name, chain);
    const teamBudgets = await teams.views(name, recorder.clock.now());
    return viewAgent({
      ...this.#viewed(chain),
      above: above(name),
      openCalls: calls.count(name),
      waits: waits.of(name),
      teamBudgets,
    });
  }

  /** What the view of an agent is made of by its own state alone. */
  #viewed(chain: AgentChain): ViewedAgent {
    const { recorder, titles, values } = this.#parts;
    return {
      chain,
      above: [],
      told: (session, hold) => titles.whole(homeOf(chain.agent, hold), session, hold),
      now: recorder.clock.now(),
      values,
      openCalls: 0,
      waits: [],
      teamBudgets: [],
    };
  }
}
