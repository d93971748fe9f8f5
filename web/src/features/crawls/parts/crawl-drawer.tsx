import type { Crawl, CrawlKind } from '@antiphon/contract/crawls';
import type { AgentId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import { Button, Drawer, NumberInput, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, currentRegion, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { fieldErrors } from '../../../ui/forms/form-issues.ts';
import { useSendOnce } from '../../../ui/forms/use-send-once.ts';
import { AgentFilter } from '../../agent-choice/agent-filter.tsx';
import { type CrawlDraft, type CrawlFormState, draftOf, hasHour, planOf, validate } from './crawl-draft.ts';
import { PreviewPanel } from './crawl-preview.tsx';
import styles from './crawls.module.css';
import { hourNames, kinds, rates } from './say-crawl.ts';
import { useCrawlsAgain } from './use-crawl-actions.ts';

interface CrawlDrawerProps {
  /** Null: a new one. */
  crawl: Crawl | null;
  agentId?: string | undefined;
  onClose: () => void;
}

export function CrawlDrawer({ crawl, agentId = '', onClose }: CrawlDrawerProps) {
  const t = useTexts('crawls');
  return (
    <Drawer opened onClose={onClose} size={640} title={crawl ? t('form.edit') : t('form.new')}>
      <CrawlForm crawl={crawl} agentId={agentId} onClose={onClose} />
    </Drawer>
  );
}

function CrawlForm({ crawl, agentId, onClose }: CrawlDrawerProps & { agentId: string }) {
  const t = useTexts('crawls');
  const navigate = useNavigate();
  const readAgain = useCrawlsAgain();
  const sending = useSendOnce();
  const form = useForm({ initialValues: draftOf(crawl, agentId), validate });
  const { kind } = form.values;
  const saving = useMutation({
    mutationFn: (draft: CrawlDraft) => {
      const { kind: _kind, ...plan } = planOf(draft);
      if (crawl) return api.crawls.update({ id: crawl.agentId, docId: crawl.id, ...plan });
      const sent = { id: draft.agentId as AgentId, kind: draft.kind, ...plan };
      return sending.send(sent, (idempotencyKey) => api.crawls.create(sent, { context: { idempotencyKey } }));
    },
    meta: {
      success: crawl ? t('form.saved') : t('form.created'),
      failure: t('form.failed'),
      kept: t('form.kept'),
      fields: Object.keys(form.values),
    },
    onSuccess: async ({ id, agentId: of }) => {
      onClose();
      if (!crawl)
        await navigate({
          to: '/app/$region/automations/$agentId/$docId',
          params: { region: currentRegion(), agentId: of, docId: id },
        });
      await readAgain();
    },
    onError: (error) => form.setErrors(atWhole(fieldErrors(toProblem(error).issues, form.getValues()))),
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit((draft) => saving.mutate(draft))}>
      {!crawl && (
        <>
          <AgentFilter
            label={t('form.agent')}
            placeholder={t('form.agentPlaceholder')}
            value={form.values.agentId || undefined}
            error={form.errors.agentId}
            onChange={(chosen) => form.setFieldValue('agentId', chosen ?? '')}
          />
          <SegmentedControl
            aria-label={t('form.kind')}
            fullWidth
            value={kind}
            onChange={(chosen) => form.setFieldValue('kind', chosen as CrawlKind)}
            data={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          />
        </>
      )}
      <StartFields form={form} />
      {kind !== 'url' && <PatternFields form={form} />}
      <ClockFields form={form} />
      <PreviewPanel agentId={form.values.agentId} form={form} />
      <div className={styles.actions}>
        {crawl && <p className={styles.hint}>{t('form.rereads')}</p>}
        <Button variant="default" onClick={onClose}>
          {useTexts('ui')('cancel')}
        </Button>
        <Button type="submit" loading={saving.isPending}>
          {crawl ? t('form.save') : t('form.create')}
        </Button>
      </div>
    </form>
  );
}

type Fields = { form: CrawlFormState };

/** Of a line among others the field says it. */
const atWhole = (errors: Record<string, string>) =>
  Object.fromEntries(Object.entries(errors).map(([path, message]) => [path.split('.')[0], message]));

function StartFields({ form }: Fields) {
  const t = useTexts('crawls');
  const { kind } = form.values;
  const description = t(`form.hints.${kind}`);
  const look = {
    'data-autofocus': true,
    inputMode: 'url',
    dir: 'ltr',
    description,
    ...form.getInputProps('starts'),
  } as const;
  if (kind !== 'crawl') return <TextInput label={t(`form.${kind}`)} placeholder="https://example.com" {...look} />;
  return (
    <Textarea
      {...look}
      label={t('form.starts')}
      description={`${description} ${t('form.startsHint', { count: limits.crawlStartsMax })}`}
      placeholder="https://example.com"
      autosize
      minRows={2}
      maxRows={10}
    />
  );
}

function PatternFields({ form }: Fields) {
  const t = useTexts('crawls');
  const look = { autosize: true, minRows: 2, maxRows: 8, dir: 'ltr' } as const;
  return (
    <>
      <div className={styles.row}>
        <Textarea
          {...look}
          label={t('form.include')}
          description={t('form.includeHint')}
          {...form.getInputProps('include')}
        />
        <Textarea
          {...look}
          label={t('form.exclude')}
          description={t('form.excludeHint')}
          {...form.getInputProps('exclude')}
        />
      </div>
      <NumberInput
        label={t('form.pagesMax')}
        description={t('form.pagesHint', { max: limits.crawlPagesMax })}
        min={1}
        max={limits.crawlPagesMax}
        clampBehavior="none"
        allowDecimal={false}
        w={180}
        {...form.getInputProps('pagesMax')}
      />
    </>
  );
}

function ClockFields({ form }: Fields) {
  const t = useTexts('crawls');
  const hours = hourNames().map((label, hour) => ({ value: String(hour), label }));
  return (
    <div className={styles.row}>
      <Select
        label={t('form.rate')}
        allowDeselect={false}
        data={rates.map((value) => ({ value, label: t(`rates.${value}`) }))}
        {...form.getInputProps('refreshRate')}
      />
      {hasHour(form.values) && (
        <>
          <Select
            label={t('form.hour')}
            allowDeselect={false}
            data={[{ value: '', label: t('form.anyHour') }, ...hours]}
            {...form.getInputProps('hour')}
          />
          {form.values.hour !== '' && (
            <Select
              label={t('form.zone')}
              searchable
              allowDeselect={false}
              data={timeZones(form.values.timeZone)}
              {...form.getInputProps('timeZone')}
            />
          )}
        </>
      )}
    </div>
  );
}

/** With the one that is chosen, which another browser may have known. */
const timeZones = (chosen: string) =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen])]
    .toSorted()
    .map((value) => ({ value, label: value.replaceAll('_', ' ') }));
