/**
 * MANIFEST.yaml as a project gets it first: the configuration reference of the safety rules, word for word.
 *
 * It is also the list of keys that are always there.
 */
export const DEFAULT_MANIFEST = `# .geometry/MANIFEST.yaml - Safety section

safety:
  # Iteration limits
  iteration_count: 0
  max_iterations: 100

  # Failure tolerance
  consecutive_failures: 0
  max_consecutive_failures: 3

  # Loop detection
  last_tool_signatures: []
  signature_history_depth: 10
  soft_loop_threshold: 3
  hard_loop_threshold: 5

  # State
  loop_detected: false

context:
  estimated_usage_pct: 0
  # Three-tier thresholds
  warning_threshold: 75
  mandatory_threshold: 80
  hard_block_threshold: 85
  last_compaction: null

dirty_bits:
  code_modified: false
  tests_run: false
  tests_passing: null
  docs_updated: false

identity:
  agent_checksum: null
  workflow_binding: null
  authorized_roles: ["developer"]
`;
