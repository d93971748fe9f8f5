import { Button, Group, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { lazy, Suspense, useMemo, useRef } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { Notice } from '../../ui/states/notice.tsx';
import { FormSkeleton } from '../../ui/states/skeletons.tsx';
import { BankDialog } from './parts/bank-dialog.tsx';
import { type CardValues, cardRules, EMPTY_CARD } from './parts/card-fields.ts';
import { groupNumber, spaceExpiry } from './parts/card-number.rules.ts';
import { listCountries } from './parts/countries.ts';
import styles from './parts/payments.module.css';
import type { ProviderFields } from './parts/provider.ts';
import { TestCards } from './parts/test-cards.tsx';
import { type CardKit, useSaveCard } from './parts/use-save-card.ts';

export type { CardKit };

const StripeFields = lazy(async () => ({ default: (await import('./parts/stripe-fields.tsx')).StripeFields }));

interface CardFormProps {
  kit: CardKit;
  /** As the fields stand at first. */
  whose: Partial<CardValues>;
  onDone: () => void;
  onCancel?: () => void;
}

/** Above fields that were scrolled away it would not be seen. */
const intoView = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' });

/** A card, whose it is, and where they live. */
export function CardForm({ kit, whose, onDone, onCancel = onDone }: CardFormProps) {
  const t = useTexts('payments');
  const ui = useTexts('ui');
  const { save, isPending, failure, asked } = useSaveCard(kit, onDone);
  const fields = useRef<ProviderFields | null>(null);
  const countries = useMemo(listCountries, []);
  const form = useForm<CardValues>({
    initialValues: { ...EMPTY_CARD, ...whose },
    validate: cardRules(t, kit.provider.isStandIn),
  });
  const text = (name: keyof CardValues, autoComplete: string, maxLength = 200) => ({
    label: t(`fields.${name}`),
    autoComplete,
    maxLength,
    ...form.getInputProps(name),
  });
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={form.onSubmit((values) => save({ values, fields: fields.current }))}
    >
      {failure && (
        <div ref={intoView}>
          <Notice title={t(kit.hadCard ? 'updateFailed' : 'failed')}>{failure}</Notice>
        </div>
      )}
      {kit.provider.isStandIn ? (
        <>
          <TestCards
            onPick={(number) => form.setValues({ number: groupNumber(number), expiry: '12 / 34', cvc: '123' })}
          />
          <TextInput
            {...text('number', 'cc-number', 23)}
            inputMode="numeric"
            placeholder="4242 4242 4242 4242"
            dir="ltr"
            data-autofocus
            onChange={(event) => form.setFieldValue('number', groupNumber(event.currentTarget.value))}
          />
          <div className={styles.pair}>
            <TextInput
              {...text('expiry', 'cc-exp', 7)}
              inputMode="numeric"
              placeholder="MM / YY"
              dir="ltr"
              onChange={(event) =>
                form.setFieldValue('expiry', spaceExpiry(event.currentTarget.value, form.values.expiry))
              }
            />
            <TextInput {...text('cvc', 'cc-csc', 4)} inputMode="numeric" placeholder="123" dir="ltr" />
          </div>
        </>
      ) : (
        <Suspense fallback={<FormSkeleton fields={1} />}>
          <StripeFields provider={kit.provider} fields={fields} />
        </Suspense>
      )}
      <TextInput {...text('name', 'cc-name')} />
      <h3 className={styles.group}>{t('invoices')}</h3>
      <TextInput {...text('email', 'email', 254)} type="email" inputMode="email" description={t('fields.emailHint')} />
      <Select
        label={t('fields.country')}
        data={countries}
        searchable
        autoComplete="country"
        nothingFoundMessage={t('fields.noCountry')}
        error={form.errors.country}
        value={form.values.country || null}
        onChange={(value) => form.setFieldValue('country', value ?? '')}
      />
      <TextInput {...text('line1', 'address-line1')} />
      <TextInput {...text('line2', 'address-line2')} />
      <div className={styles.pair}>
        <TextInput {...text('postalCode', 'postal-code', 20)} />
        <TextInput {...text('city', 'address-level2')} />
      </div>
      <TextInput {...text('state', 'address-level1')} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          {ui('cancel')}
        </Button>
        <Button type="submit" disabled={isPending}>
          {isPending ? t('processing') : t('save')}
        </Button>
      </Group>
      {asked && <BankDialog {...asked} />}
    </form>
  );
}
