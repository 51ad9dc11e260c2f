/** Arms the kill switch of all agents, or lets it only report; tells how that went. */
import { useChange } from '../api/queries.ts';
import { showToast } from '../ui/toast-store.ts';

export function useArm(): {
  readonly arm: (shadow: boolean, why?: string) => void;
  readonly isPending: boolean;
} {
  const change = useChange('POST /api/arm');
  const act = async (shadow: boolean, why: string): Promise<void> => {
    const body = { shadow, ...(why === '' ? {} : { why }) };
    const { warning } = await change.mutateAsync({ body });
    showToast({
      tone: 'good',
      title: shadow ? 'The kill switch watches all agents' : 'The kill switch is on for all agents',
      text: warning ?? (shadow ? 'Loops are reported, not stopped.' : 'Loops are stopped.'),
    });
  };
  return {
    arm: (shadow, why = '') => void act(shadow, why).catch(() => undefined),
    isPending: change.isPending,
  };
}
