/**
 * `.geometry/hooks/compaction-gate-enforcement.sh`: the compaction gate for whoever runs shell hooks.
 *
 * It shows what the loop measured and stands in the manifest; it measures nothing itself. It ends in 2 at the
 * hard block, because 1 lets the tool run in the clients that we know.
 */
export const COMPACTION_GATE_SCRIPT = `#!/bin/sh
# Compaction gate: 75 warns, 80 asks to compact, 85 blocks. The usage is the one in MANIFEST.yaml.
manifest="$(dirname "$0")/../MANIFEST.yaml"
value() {
  sed -n "s/^[[:space:]]*$1:[[:space:]]*\\([0-9][0-9]*\\).*/\\1/p" "$manifest" 2>/dev/null | head -n 1
}
CONTEXT_PCT=$(value estimated_usage_pct)
if [ -z "$CONTEXT_PCT" ]; then
  echo "HARD_BLOCK: no context usage can be read from $manifest" >&2
  exit 2
fi
hard=$(value hard_block_threshold)
mandatory=$(value mandatory_threshold)
warning=$(value warning_threshold)
if [ "$CONTEXT_PCT" -ge "\${hard:-85}" ]; then
  echo "HARD_BLOCK: Context at \${CONTEXT_PCT}%" >&2
  echo "Run: /compact or restart session" >&2
  exit 2
elif [ "$CONTEXT_PCT" -ge "\${mandatory:-80}" ]; then
  echo "MANDATORY: Context at \${CONTEXT_PCT}%. Compacting..."
elif [ "$CONTEXT_PCT" -ge "\${warning:-75}" ]; then
  echo "WARNING: Context at \${CONTEXT_PCT}%. Consider /compact"
fi
`;
