import { limits } from '@antiphon/contract/limits';
import { Button, NumberInput, Select, Switch, TagsInput, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { currentRegion } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { SectionList } from '../../../ui/forms/section-list.tsx';
import { DeleteAgentDialog } from '../../agents/delete-agent-dialog.tsx';
import { FunctionsSection } from '../../functions/functions-section.tsx';
import { GuardrailsSection } from '../../guardrails/guardrails-section.tsx';
import { LeadFieldsSection } from '../../leads/lead-fields-section.tsx';
import { HoursField } from '../../schedules/hours-field.tsx';
import { EditFields } from '../../working-copy/edit-fields.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { languages } from './languages.ts';
import { LimitField } from './limit-field.tsx';
import { TranslationsSection } from './translations-section.tsx';

export function SettingsTab() {
  const { mayWrite } = useWorkingCopy();
  return (
    <SectionList>
      <EditFields>
        <AnswerSections />
        <FunctionsSection />
        <TranslationsSection />
        <LeadFieldsSection />
        <GuardrailsSection />
        <LimitsSection />
        <PrivacySection />
      </EditFields>
      {mayWrite && <DangerSection />}
    </SectionList>
  );
}

function AnswerSections() {
  const t = useTexts('agent-page');
  const { settings, errors, patch, patchIn } = useWorkingCopy();
  const { knowledge, handoff } = settings;
  return (
    <>
      <FormSection title={t('settings.language')}>
        <Select
          label={t('settings.language')}
          description={t('settings.languageHint')}
          allowDeselect={false}
          value={settings.lang}
          data={languages(settings.lang, t('settings.automatic'))}
          onChange={(lang) => lang !== null && patch({ lang })}
        />
      </FormSection>
      <FormSection title={t('settings.answers')}>
        <NumberInput
          label={t('settings.passages')}
          description={t('settings.passagesHint')}
          min={1}
          max={20}
          allowDecimal={false}
          clampBehavior="none"
          w={200}
          value={Number.isNaN(knowledge.passagesMax) ? '' : knowledge.passagesMax}
          error={errors['knowledge.passagesMax']}
          onChange={(value) => patchIn('knowledge', { passagesMax: value === '' ? Number.NaN : Number(value) })}
        />
        <Switch
          label={t('settings.sources')}
          description={t('settings.sourcesHint')}
          checked={knowledge.showSources}
          onChange={(event) => patchIn('knowledge', { showSources: event.currentTarget.checked })}
        />
        <TextInput
          label={t('settings.embedding')}
          description={t('settings.embeddingHint')}
          maxLength={120}
          value={knowledge.embeddingModel}
          error={errors['knowledge.embeddingModel']}
          onChange={(event) => patchIn('knowledge', { embeddingModel: event.currentTarget.value })}
        />
      </FormSection>
      <FormSection title={t('settings.handoff')}>
        <Switch
          label={t('settings.offer')}
          description={t('settings.offerHint')}
          checked={handoff.isEnabled}
          onChange={(event) => patchIn('handoff', { isEnabled: event.currentTarget.checked })}
        />
        <TextInput
          label={t('settings.email')}
          description={t('settings.emailHint')}
          type="email"
          maxLength={200}
          disabled={!handoff.isEnabled}
          value={handoff.email}
          error={errors['handoff.email']}
          onChange={(event) => patchIn('handoff', { email: event.currentTarget.value })}
        />
        <Switch
          label={t('settings.smart')}
          description={t('settings.smartHint')}
          disabled={!handoff.isEnabled}
          checked={handoff.isSmart}
          onChange={(event) => patchIn('handoff', { isSmart: event.currentTarget.checked })}
        />
        <TagsInput
          label={t('settings.phrases')}
          description={t('settings.phrasesHint')}
          disabled={!handoff.isEnabled}
          maxTags={limits.handoffPhrasesMax}
          value={handoff.phrases}
          error={errors['handoff.phrases']}
          onChange={(phrases) => patchIn('handoff', { phrases })}
        />
        <NumberInput
          label={t('settings.giveBack')}
          description={t('settings.giveBackHint')}
          disabled={!handoff.isEnabled}
          min={1}
          max={limits.giveBackMinutesMax}
          allowDecimal={false}
          value={handoff.giveBackMinutes}
          error={errors['handoff.giveBackMinutes']}
          onChange={(minutes) => typeof minutes === 'number' && patchIn('handoff', { giveBackMinutes: minutes })}
        />
      </FormSection>
      <FormSection title={t('settings.hours')}>
        <HoursField
          value={handoff.scheduleId}
          error={errors['handoff.scheduleId']}
          disabled={!handoff.isEnabled}
          onChange={(scheduleId) => patchIn('handoff', { scheduleId })}
        />
      </FormSection>
    </>
  );
}

function LimitsSection() {
  const t = useTexts('agent-page');
  const { settings, errors, patchIn } = useWorkingCopy();
  return (
    <FormSection title={t('limit.title')} description={t('limit.text')}>
      <LimitField
        label={t('limit.messages')}
        value={settings.limits.messagesLimit}
        error={errors['limits.messagesLimit']}
        onChange={(messagesLimit) => patchIn('limits', { messagesLimit })}
      />
      <LimitField
        label={t('limit.credits')}
        value={settings.limits.monthlyCredits}
        error={errors['limits.monthlyCredits']}
        onChange={(monthlyCredits) => patchIn('limits', { monthlyCredits })}
      />
    </FormSection>
  );
}

function PrivacySection() {
  const t = useTexts('agent-page');
  const { settings, errors, patchIn } = useWorkingCopy();
  const { privacy } = settings;
  return (
    <FormSection title={t('settings.privacy')}>
      <Switch
        label={t('settings.notice')}
        description={t('settings.noticeHint')}
        checked={privacy.showsAiNotice}
        onChange={(event) => patchIn('privacy', { showsAiNotice: event.currentTarget.checked })}
      />
      <TextInput
        label={t('settings.noticeText')}
        maxLength={200}
        disabled={!privacy.showsAiNotice}
        value={privacy.aiNotice}
        error={errors['privacy.aiNotice']}
        onChange={(event) => patchIn('privacy', { aiNotice: event.currentTarget.value })}
      />
      <TextInput
        label={t('settings.policy')}
        placeholder="https://example.com/privacy"
        inputMode="url"
        maxLength={2_000}
        value={privacy.policyUrl}
        error={errors['privacy.policyUrl']}
        onChange={(event) => patchIn('privacy', { policyUrl: event.currentTarget.value })}
      />
      <Switch
        label={t('settings.pages')}
        description={t('settings.pagesHint')}
        checked={privacy.recordsPages}
        onChange={(event) => patchIn('privacy', { recordsPages: event.currentTarget.checked })}
      />
    </FormSection>
  );
}

function DangerSection() {
  const t = useTexts('agent-page');
  const { agent, discard } = useWorkingCopy();
  const navigate = useNavigate();
  const [isDeleting, dialog] = useDisclosure(false);
  return (
    <FormSection title={t('settings.danger')} description={t('settings.dangerText')}>
      <div>
        <Button variant="default" c="var(--ui-bad)" onClick={dialog.open}>
          {t('settings.delete')}
        </Button>
      </div>
      <DeleteAgentDialog
        agent={agent}
        isOpen={isDeleting}
        onClose={dialog.close}
        onDeleted={() => {
          // What was not saved is gone with the agent: leaving must not ask.
          discard();
          void navigate({ to: '/app/$region/agents', params: { region: currentRegion() }, ignoreBlocker: true });
        }}
      />
    </FormSection>
  );
}
