import type { WorkspaceCard } from '@antiphon/contract/payments';
import { useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../../api.ts';
import { useMe, useWorkspace } from '../../workspaces/use-workspace.ts';
import { CardForm, type CardKit } from '../card-form.tsx';

type OwnCardFormProps = { card: WorkspaceCard; onDone: () => void; onCancel?: () => void };

/** The card of the workspace: by its country the currency and tax are chosen. */
export function OwnCardForm({ card: { publishableKey, isStandIn, card: before }, ...rest }: OwnCardFormProps) {
  const { uid } = useWorkspace();
  const { email, displayName: name } = useMe();
  const queryClient = useQueryClient();
  const kit: CardKit = {
    provider: { publishableKey, isStandIn },
    hadCard: before !== null,
    start: () => api.payments.startCard({ uid }),
    async save(card) {
      await api.payments.saveCard({ userId: uid, ...card });
      await queryClient.invalidateQueries({ queryKey: query.payments.key() });
      // The card says in which currency, and another one ends a pause.
      await queryClient.invalidateQueries({ queryKey: query.recharges.key() });
    },
  };
  return <CardForm kit={kit} whose={{ email, name }} {...rest} />;
}
