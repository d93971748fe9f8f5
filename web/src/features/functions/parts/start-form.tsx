import type { FunctionDefinition } from '@antiphon/contract/function-definition';
import { FUNCTION_FAULTS } from '@antiphon/contract/function-faults';
import type { FunctionMethod } from '@antiphon/contract/function-parts';
import { Button, Group, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { currentRegion } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { newDefinition } from './editor-state.ts';
import { sayFault } from './find-faults.ts';
import styles from './functions.module.css';

// Written out: the schema would bring its library into the page.
export const METHODS: FunctionMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export function StartForm({ onStart }: { onStart: (draft: FunctionDefinition) => void }) {
  const t = useTexts('functions');
  const ui = useTexts('ui');
  useTexts('function-faults');
  const form = useForm({
    initialValues: { name: '', method: 'GET' as FunctionMethod },
    validate: { name: (name) => (/^[a-z][a-z0-9_]{2,39}$/.test(name) ? null : sayFault(FUNCTION_FAULTS.name)) },
  });
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={form.onSubmit(({ name, method }) => onStart(newDefinition(name, method)))}
    >
      <TextInput
        label={t('labels.name')}
        description={t('hints.name')}
        placeholder={t('samples.name')}
        maxLength={40}
        dir="ltr"
        autoComplete="off"
        data-autofocus
        autoFocus
        {...form.getInputProps('name')}
      />
      <Select<FunctionMethod>
        label={t('labels.method')}
        description={t('start.methodHint')}
        allowDeselect={false}
        data={METHODS}
        {...form.getInputProps('method')}
      />
      <Group gap="xs">
        <Button type="submit">{t('start.go')}</Button>
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link to="/app/$region/integrations" params={{ region: currentRegion() }} {...props} />
          )}
        >
          {ui('cancel')}
        </Button>
      </Group>
    </form>
  );
}
