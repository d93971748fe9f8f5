import { Switch } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { CountedTextarea } from '../../../ui/fields/counted-textarea.tsx';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';

const switches = ['autoStartWidget', 'recordChatHistory', 'acceptsFiles', 'enableGeoAnalytics'] as const;

export function BehaviourSection() {
  const t = useTexts('channels');
  const { settings, errors, patchIn } = useWorkingCopy();
  const { theme } = settings;
  return (
    <FormSection title={t('behaviour.title')}>
      <CountedTextarea
        label={t('behaviour.proactive')}
        description={t('behaviour.proactiveHint')}
        charsMax={300}
        minRows={2}
        maxRows={5}
        value={theme.proactiveMessage}
        error={errors['theme.proactiveMessage']}
        onChange={(proactiveMessage) => patchIn('theme', { proactiveMessage })}
      />
      {switches.map((name) => (
        <Switch
          key={name}
          label={t(`behaviour.${name}`)}
          description={t(`behaviour.${name}Hint`)}
          checked={theme[name]}
          onChange={(event) => patchIn('theme', { [name]: event.currentTarget.checked })}
        />
      ))}
    </FormSection>
  );
}
