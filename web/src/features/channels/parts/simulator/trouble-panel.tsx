import { CHANNEL_NAMES } from '@antiphon/contract/channel-names';
import { PHONE_TROUBLES, type PhoneTrouble } from '@antiphon/contract/simulated-lines';
import type { Phone } from '@antiphon/contract/simulator';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../../../api.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Notice } from '../../../../ui/states/notice.tsx';
import styles from './simulator.module.css';
import type { usePhone } from './use-phone.ts';

interface TroublePanelProps {
  named: ReturnType<typeof usePhone>['named'];
  phone: Phone;
  /** Something was typed that can be told once more. */
  hasSaid: boolean;
}

/** What providers do, to be tried: each says on the phone with what effect. */
export function TroublePanel({ named, phone, hasSaid }: TroublePanelProps) {
  const t = useTexts('channels');
  const client = useQueryClient();
  const channel = CHANNEL_NAMES[phone.channel.provider];
  const onSuccess = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: query.simulator.key() }),
      client.invalidateQueries({ queryKey: query.channels.key() }),
    ]);
  const causing = useMutation({
    mutationFn: (kind: PhoneTrouble) => api.simulator.trouble({ ...named, kind, words: wordsFor(kind) }),
    meta: { failure: t('simulator.troubleFailed') },
    onSuccess,
  });
  const mending = useMutation({
    mutationFn: () => api.simulator.mend(named),
    meta: { failure: t('simulator.mendFailed') },
    onSuccess,
  });
  const wordsFor = (kind: PhoneTrouble) => {
    if (kind === 'unordered') return [t('simulator.firstLine'), t('simulator.secondLine')];
    return kind === 'by_phone' ? [t('simulator.phoneLine')] : [];
  };
  return (
    <section className={styles.panel} aria-labelledby="phone-troubles">
      <h3 id="phone-troubles" className={styles.panelTitle}>
        {t('simulator.troubles')}
      </h3>
      <p className={styles.quiet}>{t('simulator.troublesText', { channel })}</p>
      {phone.isTokenDead && (
        <div>
          <Notice>{t('simulator.tokenDead')}</Notice>
          <Button size="compact-md" onClick={() => mending.mutate()} loading={mending.isPending}>
            {t('simulator.mend')}
          </Button>
        </div>
      )}
      <div className={styles.troubles}>
        {PHONE_TROUBLES.map((kind) => (
          <Button
            key={kind}
            variant="default"
            size="compact-md"
            disabled={(kind === 'twice' && !hasSaid) || (kind === 'dead_token' && phone.isTokenDead)}
            loading={causing.isPending && causing.variables === kind}
            onClick={() => causing.mutate(kind)}
          >
            {t(`simulator.kinds.${kind}`)}
          </Button>
        ))}
      </div>
      <p className={styles.quiet}>{t('simulator.cost')}</p>
    </section>
  );
}
