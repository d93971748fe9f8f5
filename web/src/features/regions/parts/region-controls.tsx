import type { RegionAccounts } from '@antiphon/contract/region-accounts';
import { isRegion } from '@antiphon/contract/regions';
import { CloseButton, Portal, SegmentedControl } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useMe } from '../../workspaces/use-workspace.ts';
import styles from './region-controls.module.css';
import { useRegionSwitch } from './use-region-switch.ts';

/** EU or NA, and the warning that the two hold different data. */
export function RegionControls({ accounts }: { accounts: RegionAccounts }) {
  const t = useTexts('shell');
  const { target, switchTo } = useRegionSwitch();
  return (
    <>
      {!accounts.doubleAccountWarningHidden && <DoubleAccountWarning accounts={accounts} />}
      <SegmentedControl
        aria-label={t('regions.label')}
        fullWidth
        size="xs"
        value={target ?? accounts.location}
        onChange={(value) => isRegion(value) && value !== accounts.location && switchTo(value)}
        data={accounts.regions.map((region) => ({
          value: region,
          label: <abbr title={t(`regions.${region}`)}>{region.toUpperCase()}</abbr>,
        }))}
        classNames={{ label: styles.region }}
      />
      {target !== null && (
        <Portal>
          <div className={styles.reloading} role="status">
            {t('regions.reloading')}
          </div>
        </Portal>
      )}
    </>
  );
}

function DoubleAccountWarning({ accounts }: { accounts: RegionAccounts }) {
  const t = useTexts('shell');
  const me = useMe();
  const queryClient = useQueryClient();
  const hide = useMutation({
    mutationFn: () => api.regions.hideDoubleAccountWarning({ userId: me.uid, bucket: accounts.location }),
    meta: { failure: t('regions.dismissFailed') },
    onSuccess: () =>
      queryClient.setQueryData(query.regions.listAccounts.queryKey(), {
        ...accounts,
        doubleAccountWarningHidden: true,
      }),
  });
  return (
    <section className={styles.warning} aria-label={t('regions.warning')}>
      <div>
        <p className={styles.title}>{t('regions.warning')}</p>
        <p className={styles.text}>{t('regions.warningText')}</p>
      </div>
      <CloseButton
        size={24}
        className={styles.close}
        aria-label={t('regions.dismiss')}
        onClick={() => hide.mutate()}
        disabled={hide.isPending}
      />
    </section>
  );
}
