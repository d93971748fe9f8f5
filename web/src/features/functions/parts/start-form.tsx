import type { FunctionDefinition } from '@antiphon/contract/function-definition';
import { FUNCTION_FAULTS } from '@antiphon/contract/function-faults';
import type { FunctionMethod } from '@antiphon/contract/function-parts';
import { Button, Group, Select, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { currentRegion } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { newDefinition } from './editor-state.ts';
import { sayFault } from './find-faults.ts';
import styles from './functions.module.css';
import { type CurlRequest, fromCurl, nameOfCurl, readCurl } from './read-curl.ts';

// Written out: the schema would bring its library into the page.
export const METHODS: FunctionMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** What a new function begins with, and the command that it was read from. */
export interface Started {
  draft: FunctionDefinition;
  curl: CurlRequest | null;
}

export function StartForm({ onStart }: { onStart: (started: Started) => void }) {
  const t = useTexts('functions');
  const ui = useTexts('ui');
  useTexts('function-faults');
  const form = useForm({
    initialValues: { name: '', method: 'GET' as FunctionMethod, curl: '' },
    validate: {
      name: (name) => (/^[a-z][a-z0-9_]{2,39}$/.test(name) ? null : sayFault(FUNCTION_FAULTS.name)),
      curl: (command) => {
        const read = command.trim() === '' ? null : readCurl(command);
        return typeof read === 'string' ? t(`curlFaults.${read}`) : null;
      },
    },
  });
  const start = ({ name, method, curl }: typeof form.values) => {
    const draft = newDefinition(name, method);
    const read = curl.trim() === '' ? null : readCurl(curl);
    if (typeof read === 'string') return;
    onStart({ draft: read ? fromCurl(draft, read) : draft, curl: read });
  };
  const hasCurl = form.values.curl.trim() !== '';
  const proposed = useRef('');
  // What somebody typed stays.
  const takeCommand = (command: string) => {
    const read = readCurl(command);
    if (typeof read === 'string' || form.getValues().name !== proposed.current) return;
    proposed.current = nameOfCurl(read);
    form.setFieldValue('name', proposed.current);
  };
  const command = form.getInputProps('curl');
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit(start)}>
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
        disabled={hasCurl}
        data={METHODS}
        {...form.getInputProps('method')}
      />
      <Textarea
        label={t('start.curl')}
        description={t('start.curlHint')}
        placeholder={t('samples.curl')}
        autosize
        minRows={3}
        maxRows={12}
        dir="ltr"
        spellCheck={false}
        classNames={{ input: styles.command }}
        {...command}
        onChange={(event) => {
          command.onChange(event);
          takeCommand(event.currentTarget.value);
        }}
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
