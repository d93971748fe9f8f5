import { Button, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { currentRegion } from '../../../api.ts';
import { FormSection } from '../../../ui/form-section.tsx';
import { DeleteAgentDialog } from '../../agents/delete-agent-dialog.tsx';
import { EditFields } from '../../working-copy/edit-fields.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { languages } from './languages.ts';
import { LimitField } from './limit-field.tsx';

export function SettingsTab() {
  const { mayWrite } = useWorkingCopy();
  return (
    <>
      <EditFields>
        <AnswerSections />
        <LimitsSection />
        <PrivacySection />
      </EditFields>
      {mayWrite && <DangerSection />}
    </>
  );
}

function AnswerSections() {
  const { settings, errors, patch, patchIn } = useWorkingCopy();
  const { knowledge, handoff } = settings;
  return (
    <>
      <FormSection title="Language">
        <Select
          label="Language"
          description="Automatic follows the visitor's browser and what the visitor writes."
          allowDeselect={false}
          value={settings.lang}
          data={languages(settings.lang)}
          onChange={(lang) => lang !== null && patch({ lang })}
        />
      </FormSection>
      <FormSection title="Answers from knowledge">
        <NumberInput
          label="Passages per answer"
          description="1 to 20. More costs more tokens."
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
          label="Show sources"
          description="Visitors see small numbers that open what an answer is taken from."
          checked={knowledge.showSources}
          onChange={(event) => patchIn('knowledge', { showSources: event.currentTarget.checked })}
        />
        <TextInput
          label="Embedding model"
          description="Left empty, documents are searched by their words. With the name of an embedding model of your credential's provider, also by meaning."
          maxLength={120}
          value={knowledge.embeddingModel}
          error={errors['knowledge.embeddingModel']}
          onChange={(event) => patchIn('knowledge', { embeddingModel: event.currentTarget.value })}
        />
      </FormSection>
      <FormSection title="Handing over to a person">
        <Switch
          label="Offer a person when the agent does not know"
          description="Visitors can leave their e-mail address to be written to."
          checked={handoff.isEnabled}
          onChange={(event) => patchIn('handoff', { isEnabled: event.currentTarget.checked })}
        />
        <TextInput
          label="E-mail of the person"
          description="Who is written to when a visitor leaves an address."
          type="email"
          maxLength={200}
          disabled={!handoff.isEnabled}
          value={handoff.email}
          error={errors['handoff.email']}
          onChange={(event) => patchIn('handoff', { email: event.currentTarget.value })}
        />
      </FormSection>
    </>
  );
}

function LimitsSection() {
  const { settings, errors, patchIn } = useWorkingCopy();
  return (
    <FormSection title="Limits" description="When one is reached, visitors are told kindly and can leave an address.">
      <LimitField
        label="Messages a month"
        value={settings.limits.messagesLimit}
        error={errors['limits.messagesLimit']}
        onChange={(messagesLimit) => patchIn('limits', { messagesLimit })}
      />
      <LimitField
        label="Credits a month"
        value={settings.limits.monthlyCredits}
        error={errors['limits.monthlyCredits']}
        onChange={(monthlyCredits) => patchIn('limits', { monthlyCredits })}
      />
    </FormSection>
  );
}

function PrivacySection() {
  const { settings, errors, patchIn } = useWorkingCopy();
  const { privacy } = settings;
  return (
    <FormSection title="Privacy">
      <Switch
        label="Tell visitors that they are talking to an AI"
        description="The law asks for it in many countries."
        checked={privacy.showsAiNotice}
        onChange={(event) => patchIn('privacy', { showsAiNotice: event.currentTarget.checked })}
      />
      <TextInput
        label="Text of the notice"
        maxLength={200}
        disabled={!privacy.showsAiNotice}
        value={privacy.aiNotice}
        error={errors['privacy.aiNotice']}
        onChange={(event) => patchIn('privacy', { aiNotice: event.currentTarget.value })}
      />
      <TextInput
        label="Privacy policy address"
        placeholder="https://example.com/privacy"
        inputMode="url"
        maxLength={2_000}
        value={privacy.policyUrl}
        error={errors['privacy.policyUrl']}
        onChange={(event) => patchIn('privacy', { policyUrl: event.currentTarget.value })}
      />
    </FormSection>
  );
}

function DangerSection() {
  const { agent, discard } = useWorkingCopy();
  const navigate = useNavigate();
  const [isDeleting, dialog] = useDisclosure(false);
  return (
    <FormSection
      title="Delete this agent"
      description="Its documents, conversations and versions go with it, and widgets on pages stop showing it."
    >
      <div>
        <Button variant="default" c="var(--ui-bad)" onClick={dialog.open}>
          Delete agent
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
