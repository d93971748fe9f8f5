import { Switch } from '@mantine/core';
import { CountedTextarea } from '../../../ui/counted-textarea.tsx';
import { FormSection } from '../../../ui/form-section.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';

const switches = [
  {
    name: 'autoStartWidget',
    label: 'Open by itself',
    description: 'The chat opens when the page is loaded.',
  },
  {
    name: 'recordChatHistory',
    label: 'Keep the visitor’s history',
    description: 'Who comes back finds earlier conversations in this browser.',
  },
  { name: 'acceptsFiles', label: 'Accept files', description: 'Visitors can send files with a message.' },
  {
    name: 'enableGeoAnalytics',
    label: 'Count countries',
    description: 'Off unless you turn it on. The address of a visitor is shortened before it is looked up.',
  },
] as const;

export function BehaviourSection() {
  const { settings, errors, patchIn } = useWorkingCopy();
  const { theme } = settings;
  return (
    <FormSection title="Behaviour">
      <CountedTextarea
        label="Proactive message"
        description="Appears beside the closed chat. Left empty, nothing appears."
        charsMax={300}
        minRows={2}
        maxRows={5}
        value={theme.proactiveMessage}
        error={errors['theme.proactiveMessage']}
        onChange={(proactiveMessage) => patchIn('theme', { proactiveMessage })}
      />
      {switches.map(({ name, label, description }) => (
        <Switch
          key={name}
          label={label}
          description={description}
          checked={theme[name]}
          onChange={(event) => patchIn('theme', { [name]: event.currentTarget.checked })}
        />
      ))}
    </FormSection>
  );
}
