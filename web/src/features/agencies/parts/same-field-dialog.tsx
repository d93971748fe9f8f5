import { Button, Group, Modal, Text } from '@mantine/core';
import { type Say, useTexts } from '../../../texts/texts.ts';
import styles from './agencies.module.css';
import { type AgencyField, type AgencyValues, toValues } from './agency-values.ts';
import type { SameFieldSaved } from './save-agency.ts';

interface SameFieldDialogProps {
  met: SameFieldSaved;
  mine: AgencyValues;
  onYield: () => void;
  onInsist: () => void;
  /** Nothing is chosen yet. */
  onClose: () => void;
}

const labels = {
  name: 'overview.name',
  brandingText: 'overview.brandingText',
  squarePhotoURL: 'overview.lightPhoto',
  darkModeSquarePhotourl: 'overview.darkPhoto',
  googleFont: 'theme.font',
  themeVariant: 'theme.variant',
  themeColorUsage: 'theme.usage',
  primary: 'theme.primary',
  themeType: 'theme.type',
  customCSS: 'css.title',
  customTabs: 'tabs.customTabs',
  mainWebsite: 'footer.mainWebsite',
  supportEmail: 'footer.supportEmail',
  tosPage: 'footer.tosPage',
  privacyPolicypPage: 'footer.privacyPolicypPage',
  address: 'footer.address',
  showsPoweredBy: 'footer.showsPoweredBy',
  disablePasswordLogin: 'overview.password',
} as const satisfies Record<AgencyField, string>;

/** The same fields were saved by somebody else, or in another tab: both values, and which of them stays. */
export function SameFieldDialog({ met, mine, onYield, onInsist, onClose }: SameFieldDialogProps) {
  const t = useTexts('agencies');
  const theirs = toValues(met.theirs);
  return (
    <Modal opened onClose={onClose} title={t('met.title')} size={640}>
      <Text c="var(--ui-muted)" mb="md">
        {t('met.text')}
      </Text>
      <dl className={styles.met}>
        {met.fields.map((field) => (
          <div key={field}>
            <dt>{t(labels[field])}</dt>
            <dd>
              <span>{t('met.theirs')}</span>
              <Value field={field} of={theirs} />
            </dd>
            <dd>
              <span>{t('met.mine')}</span>
              <Value field={field} of={mine} />
            </dd>
          </div>
        ))}
      </dl>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onYield}>
          {t('met.yield')}
        </Button>
        <Button onClick={onInsist} data-autofocus>
          {t('met.insist')}
        </Button>
      </Group>
    </Modal>
  );
}

/** As the screen says it where it is chosen; what was typed stands as it is. */
function Value({ field, of: values }: { field: AgencyField; of: AgencyValues }) {
  const t = useTexts('agencies');
  const words = sayValue(t, field, values);
  if (words !== null) return <b>{words}</b>;
  const { [field]: value } = values;
  const text = Array.isArray(value) ? value.map(({ label, href }) => `${label} (${href})`).join(', ') : value;
  return (
    <b data-text="content">
      <bdi>{text}</bdi>
    </b>
  );
}

/** Null for what somebody typed. */
export function sayValue(t: Say<'agencies'>, field: AgencyField, values: AgencyValues): string | null {
  if (field === 'disablePasswordLogin') return t(values[field] ? 'met.off' : 'met.on');
  if (field === 'showsPoweredBy') return t(values[field] ? 'met.on' : 'met.off');
  if (field === 'themeVariant') return t(`theme.variants.${values[field]}`);
  if (field === 'themeColorUsage') return t(`theme.usages.${values[field]}`);
  if (field === 'themeType') return t(`theme.types.${values[field]}`);
  if (field === 'googleFont' && values[field] === 'inherit') return t('theme.inherit');
  return values[field].length === 0 ? t('met.empty') : null;
}
