import { limits } from '@antiphon/contract/limits';
import { ActionIcon, Button, NumberInput, Switch, TextInput } from '@mantine/core';
import { IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { useTexts } from '../../../texts/texts.ts';
import { formatCount, formatCredits, numberSeparators } from '../../../ui/format/format.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import styles from './auto-billing.module.css';
import { type Cover, saleOf } from './plan-cover.ts';
import { centsOf, formatCents, type TypedPlan } from './plan-values.ts';

interface PlanCardProps {
  plan: TypedPlan;
  usdPerCredit: number;
  /** Missing while it is not known. */
  cover: Cover | undefined;
  mayWrite: boolean;
  errorOf: (field: string) => string | undefined;
  onChange: (plan: TypedPlan) => void;
  onPopular: (isPopular: boolean) => void;
  onRemove: () => void;
}

/** One plan. Its price is what its credits cost. */
export function PlanCard(props: PlanCardProps) {
  const { plan, usdPerCredit, cover, mayWrite, errorOf, onChange, onPopular, onRemove } = props;
  const t = useTexts('auto-billing');
  const name = plan.name.trim() || t('plans.untitled');
  const price = typeof plan.credits === 'number' ? formatCents(centsOf(plan.credits, usdPerCredit)) : '';
  return (
    <li className={styles.plan}>
      <div className={styles.head}>
        <div className={styles.offer}>
          <p className={styles.price}>{price === '' ? '–' : t('plans.monthly', { price })}</p>
          {plan.productId !== '' && !plan.isOnSale && <StatusBadge tone="warn">{t('plans.notOnSale')}</StatusBadge>}
        </div>
        {mayWrite && (
          <ActionIcon aria-label={t('plans.remove', { name })} onClick={onRemove}>
            <IconTrash size={16} stroke={1.5} />
          </ActionIcon>
        )}
      </div>
      <div className={styles.pair}>
        <TextInput
          label={t('plans.name')}
          value={plan.name}
          maxLength={limits.agencyPlanNameCharsMax}
          disabled={!mayWrite}
          error={errorOf('name') ?? errorOf('productId')}
          onChange={(event) => onChange({ ...plan, name: event.currentTarget.value })}
        />
        <NumberInput
          label={t('plans.credits')}
          value={plan.credits}
          min={limits.agencyPlanCreditsMin}
          max={limits.agencyPlanCreditsMax}
          step={500}
          allowDecimal={false}
          {...numberSeparators()}
          disabled={!mayWrite}
          error={errorOf('credits') ?? errorOf('price')}
          onChange={(credits) => onChange({ ...plan, credits })}
        />
      </div>
      {cover && <Shortage credits={plan.credits} cover={cover} />}
      <Features plan={plan} mayWrite={mayWrite} errorOf={errorOf} onChange={onChange} />
      <Switch
        label={t('plans.popular')}
        checked={plan.isPopular}
        disabled={!mayWrite}
        onChange={(event) => onPopular(event.currentTarget.checked)}
      />
    </li>
  );
}

/** What a sale does to a workspace that has less than it sells. */
function Shortage({ credits, cover }: { credits: TypedPlan['credits']; cover: Cover }) {
  const t = useTexts('auto-billing');
  const sale = saleOf(credits, cover);
  if (sale === 'covered') return null;
  return (
    <Notice>
      {sale === 'advanced'
        ? t('plans.advanced', { missing: formatCredits(Number(credits) - cover.has) })
        : t('plans.refused', { sellable: formatCredits(cover.sellable) })}
    </Notice>
  );
}

function Features({
  plan,
  mayWrite,
  errorOf,
  onChange,
}: Pick<PlanCardProps, 'plan' | 'mayWrite' | 'errorOf' | 'onChange'>) {
  const t = useTexts('auto-billing');
  const { features } = plan;
  const set = (next: string[]) => onChange({ ...plan, features: next });
  const isFull = features.length >= limits.agencyPlanFeaturesMax;
  return (
    <fieldset className={styles.features}>
      <legend>{t('plans.features')}</legend>
      {features.map((feature, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a feature is its place in the list
        <div key={index} className={styles.feature}>
          <TextInput
            aria-label={t('plans.feature', { number: formatCount(index + 1) })}
            value={feature}
            maxLength={limits.agencyPlanFeatureCharsMax}
            disabled={!mayWrite}
            error={errorOf(`features.${index}`) ?? (index === 0 ? errorOf('features') : undefined)}
            onChange={(event) => set(features.map((other, at) => (at === index ? event.currentTarget.value : other)))}
          />
          {mayWrite && (
            <ActionIcon
              aria-label={t('plans.removeFeature', { number: formatCount(index + 1) })}
              disabled={features.length === 1}
              onClick={() => set(features.filter((_other, at) => at !== index))}
            >
              <IconX size={16} stroke={1.5} />
            </ActionIcon>
          )}
        </div>
      ))}
      {mayWrite && (
        <div className={styles.state}>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={14} stroke={1.5} aria-hidden="true" />}
            disabled={isFull}
            onClick={() => set([...features, ''])}
          >
            {t('plans.addFeature')}
          </Button>
          {isFull && <span className={styles.quiet}>{t('plans.featuresFull')}</span>}
        </div>
      )}
    </fieldset>
  );
}
