import type { ConnectView } from '@antiphon/contract/connect';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { api } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatCount } from '../../../ui/format/format.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import { showSuccess } from '../../../ui/states/toasts.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './auto-billing.module.css';
import { useTakeConnectView } from './use-connect-view.ts';

type State = 'none' | 'begun' | 'noPayouts' | 'connected' | 'disconnected';

const stateOf = ({ stripeConnect, takesCards, isDisconnected }: ConnectView): State => {
  if (isDisconnected) return 'disconnected';
  if (stripeConnect.accountId === '') return 'none';
  if (stripeConnect.isConnected) return 'connected';
  return takesCards ? 'noPayouts' : 'begun';
};

const TONES = { none: 'neutral', begun: 'warn', noPayouts: 'warn', connected: 'good', disconnected: 'bad' } as const;

interface ConnectSectionProps {
  view: ConnectView;
  mayWrite: boolean;
  arrival: 'back' | 'again' | undefined;
  onArrived: () => void;
}

/** Whose account clients pay on. It is set up on the payment provider's own pages. */
export function ConnectSection({ view, mayWrite, arrival, onArrived }: ConnectSectionProps) {
  const t = useTexts('auto-billing');
  const { uid } = useWorkspace();
  const take = useTakeConnectView();
  const state = stateOf(view);
  const opening = useMutation({
    async mutationFn() {
      if (state === 'none' || state === 'disconnected') await api.connect.createAccount({ workspace: uid });
      return api.connect.createAccountLink({ workspace: uid });
    },
    meta: { failure: t('connect.failed') },
    onSuccess: ({ redirectUrl }) => window.location.assign(redirectUrl),
  });
  const looking = useMutation({
    mutationFn: (_how: { isBack: boolean }) => api.connect.refresh({ uid }),
    meta: { failure: t('connect.lookFailed') },
    onSuccess(next, { isBack }) {
      // The provider's event may have been here before its owner came back.
      const isNews = isBack || !view.stripeConnect.isConnected;
      if (next.stripeConnect.isConnected && isNews) showSuccess(t('connect.done'));
      take(next);
    },
  });
  const arrive = useEffectEvent(() => {
    if (arrival === 'back') looking.mutate({ isBack: true });
    if (arrival === 'again' && mayWrite) opening.mutate();
    onArrived();
  });
  const hasArrived = useRef(false);
  useEffect(() => {
    if (arrival === undefined || hasArrived.current) return;
    hasArrived.current = true;
    arrive();
  }, [arrival]);
  const isOpen = state === 'begun' || state === 'noPayouts';
  return (
    <FormSection title={t('connect.title')} description={t('connect.text', { percent: formatCount(view.feePercent) })}>
      <div>
        <p className={styles.state}>
          <StatusBadge tone={TONES[state]}>{t(`connect.states.${state}`)}</StatusBadge>
          {view.stripeConnect.email !== '' && state !== 'disconnected' && (
            <bdi className={styles.quiet} data-text="content">
              {view.stripeConnect.email}
            </bdi>
          )}
        </p>
        <p className={styles.quiet}>{t(`connect.about.${state}`)}</p>
        {!view.isLive && <p className={styles.quiet}>{t('connect.testMode')}</p>}
      </div>
      {mayWrite && state !== 'connected' && (
        <div className={styles.buttons}>
          <Button loading={opening.isPending || opening.isSuccess} onClick={() => opening.mutate()}>
            {t(`connect.buttons.${state}`)}
          </Button>
          {isOpen && (
            <Button variant="default" loading={looking.isPending} onClick={() => looking.mutate({ isBack: false })}>
              {t('connect.look')}
            </Button>
          )}
        </div>
      )}
    </FormSection>
  );
}
