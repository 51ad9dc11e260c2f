/**
 * The shell around the core: the only place that lets something through.
 *
 * @module
 */
export type { AgentView, HeldView, KillSwitchView, StandingView } from './view/agent-view.ts';
export { Clock, type TimeSource } from './clock.ts';
export type { Witnessed } from './evidence/evidence-keeper.ts';
export type { Act, Acted, GateEvent, GateParts, ServingTurn, SharedJournal } from './gate-parts.ts';
export { Gate } from './gate.ts';
export { sharedKit } from './chain/shared-kit.ts';
export { DRILL_AGENT } from './view/drill-agent.ts';
export type { AgentGlance } from './view/glances.ts';
export { createInProcessAdapter } from './in-process-adapter.ts';
export type { ToldCall, ToldPlace } from './told/hook-spending.ts';
export { toolTalk, type SaidSample, type ToolTalk } from './told/tool-talk.ts';
export type { ReportedStep } from './reports.ts';
export type { RestRules } from './governor.ts';
export {
  secondOpinions,
  type OpinionAnswer,
  type OpinionAsk,
  type OpinionPort,
} from './second-opinions.ts';
export type { WouldHave } from './shadows.ts';
export { askName, LABEL_NAMES, type LabelName, type Team } from './teams/team.ts';
export type { ToolSeen } from './tool-sightings.ts';
