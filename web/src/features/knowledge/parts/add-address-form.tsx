import type { RefreshRate } from '@antiphon/contract/knowledge';
import { limits } from '@antiphon/contract/limits';
import { Button, NumberInput, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { api, toProblem } from '../../../api.ts';
import { fieldErrors } from '../../../ui/form-issues.ts';
import { completeAddress } from '../sources.ts';
import styles from './add-form.module.css';
import { refreshRates } from './document-words.ts';
import { useAgentCounts } from './use-agent-counts.ts';

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
  url: { label: 'Address', placeholder: 'https://example.com/help', help: 'This one page is read.' },
  sitemap: {
    label: 'Address of the sitemap',
    placeholder: 'https://example.com/sitemap.xml',
    help: 'The pages it lists are read.',
  },
  crawl: {
    label: 'Website address',
    placeholder: 'https://example.com',
    help: 'Pages of the same site are found and read. robots.txt is respected.',
  },
};

export function AddAddressForm({ agentId, kind, onAdded }: AddAddressFormProps) {
  const refreshCounts = useAgentCounts(agentId);
  const form = useForm<Values>({
    initialValues: { url: '', pagesMax: limits.crawlPagesDefault, refreshRate: 'never' },
    validate: {
      url: (value) => {
        if (value.trim() === '') return 'Please enter an address.';
        return completeAddress(value) === null ? 'Please enter an address such as example.com.' : null;
      },
      pagesMax: (value) =>
        kind === 'url' || isPageCount(Number(value))
          ? null
          : `Please enter a number from 1 to ${limits.crawlPagesMax}.`,
    },
  });
  const adding = useMutation({
    mutationFn: ({ url: typed, pagesMax, refreshRate }: Values) => {
      const url = completeAddress(typed) ?? typed;
      return kind === 'url'
        ? api.knowledge.add({ id: agentId, kind, url, refreshRate })
        : api.knowledge.add({ id: agentId, kind, url, refreshRate, pagesMax: Number(pagesMax) });
    },
    meta: {
      success: 'Address added. It is being read.',
      failure: 'Failed to add the address.',
      kept: 'It is still in the form.',
    },
    onSuccess: async () => {
      onAdded();
      await refreshCounts();
    },
    onError: (error) => {
      const problem = toProblem(error);
      form.setErrors(fieldErrors(problem.issues, form.getValues()));
      if (problem.code === 'url_not_allowed') form.setFieldError('url', problem.message);
    },
  });
  const { label, placeholder, help } = words[kind];
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit((values) => adding.mutate(values))}>
      <TextInput
        label={label}
        placeholder={placeholder}
        description={help}
        inputMode="url"
        autoComplete="url"
        data-autofocus
        {...form.getInputProps('url')}
      />
      {kind !== 'url' && (
        <NumberInput
          label="Pages at most"
          description={`From 1 to ${limits.crawlPagesMax}.`}
          min={1}
          max={limits.crawlPagesMax}
          clampBehavior="none"
          allowDecimal={false}
          w={160}
          {...form.getInputProps('pagesMax')}
        />
      )}
      <Select
        label="Read again"
        description="How often changes of the site are looked for."
        allowDeselect={false}
        data={refreshRates}
        w={200}
        {...form.getInputProps('refreshRate')}
      />
      <div className={styles.actions}>
        <Button type="submit" loading={adding.isPending}>
          {kind === 'url' ? 'Add page' : kind === 'sitemap' ? 'Add sitemap' : 'Add website'}
        </Button>
      </div>
    </form>
  );
}

const isPageCount = (value: number) => Number.isInteger(value) && value >= 1 && value <= limits.crawlPagesMax;
