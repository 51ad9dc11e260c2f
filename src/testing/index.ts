/**
 * What tests and demonstrations play with: scripted agents, simulated time.
 *
 * @module
 */
export { healthyAgent } from './healthy-agent.ts';
export { loopingAgent } from './looping-agent.ts';
export { playAgents, type Moment } from './play-agents.ts';
export { runawayAgent } from './runaway-agent.ts';
