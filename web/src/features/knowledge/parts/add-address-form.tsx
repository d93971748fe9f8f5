import type { RefreshRate } from '@antiphon/contract/knowledge';
import { limits } from '@antiphon/contract/limits';
import { Button, NumberInput, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { api, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { fieldErrors } from '../../../ui/forms/form-issues.ts';
import { useSendOnce } from '../../../ui/forms/use-send-once.ts';
import { completeAddress } from '../sources.ts';
import { useAgentCounts } from '../use-agent-counts.ts';
import styles from './add-form.module.css';
import { refreshRates } from './document-words.ts';

interface AddAddressFormProps {
  agentId: string;
  kind: 'url' | 'sitemap' | 'crawl';
  onAdded: () => void;
}

interface Values {
  url: string;
  pagesMax: number | string;
  refreshRate: RefreshRate;
}

const words = {
  url: { hint: 'address.urlHint', placeholder: 'https://example.com/help', submit: 'address.submitUrl' },
  sitemap: {
    hint: 'address.sitemapHint',
    placeholder: 'https://example.com/sitemap.xml',
    submit: 'address.submitSitemap',
  },
  crawl: { hint: 'address.crawlHint', placeholder: 'https://example.com', submit: 'address.submitCrawl' },
} as const;

export function AddAddressForm({ agentId, kind, onAdded }: AddAddressFormProps) {
  const t = useTexts('knowledge');
  const refreshCounts = useAgentCounts(agentId);
  const form = useForm<Values>({
    initialValues: { url: '', pagesMax: limits.crawlPagesDefault, refreshRate: 'never' },
    validate: {
      url: (value) => {
        if (value.trim() === '') return t('address.missing');
        return completeAddress(value) === null ? t('address.invalid') : null;
      },
      pagesMax: (value) =>
        kind === 'url' || isPageCount(Number(value)) ? null : t('address.pagesInvalid', { max: limits.crawlPagesMax }),
    },
  });
  const sending = useSendOnce();
  const adding = useMutation({
    mutationFn: ({ url: typed, pagesMax, refreshRate }: Values) => {
      const url = completeAddress(typed) ?? typed;
      const sent =
        kind === 'url'
          ? { id: agentId, kind, url, refreshRate }
          : { id: agentId, kind, url, refreshRate, pagesMax: Number(pagesMax) };
      return sending.send(sent, (idempotencyKey) => api.knowledge.add(sent, { context: { idempotencyKey } }));
    },
    meta: {
      success: t('address.added'),
      failure: t('address.failed'),
      kept: t('address.kept'),
      fields: Object.keys(form.values),
    },
    onSuccess: async () => {
      onAdded();
      await refreshCounts();
    },
    onError: (error) => form.setErrors(fieldErrors(toProblem(error).issues, form.getValues())),
  });
  const { hint, placeholder, submit } = words[kind];
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit((values) => adding.mutate(values))}>
      <TextInput
        label={t(`address.${kind}`)}
        placeholder={placeholder}
        description={t(hint)}
        inputMode="url"
        autoComplete="url"
        data-autofocus
        {...form.getInputProps('url')}
      />
      {kind !== 'url' && (
        <NumberInput
          label={t('address.pagesMax')}
          description={t('address.pagesHint', { max: limits.crawlPagesMax })}
          min={1}
          max={limits.crawlPagesMax}
          clampBehavior="none"
          allowDecimal={false}
          w={160}
          {...form.getInputProps('pagesMax')}
        />
      )}
      <Select
        label={t('address.readAgain')}
        description={t('address.readAgainHint')}
        allowDeselect={false}
        data={refreshRates()}
        w={200}
        {...form.getInputProps('refreshRate')}
      />
      <div className={styles.actions}>
        <Button type="submit" loading={adding.isPending}>
          {t(submit)}
        </Button>
      </div>
    </form>
  );
}

const isPageCount = (value: number) => Number.isInteger(value) && value >= 1 && value <= limits.crawlPagesMax;
