import type { FunctionDefinition } from '@antiphon/contract/function-definition';
import { useState } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { FunctionEditor } from './parts/function-editor.tsx';
import { StartForm } from './parts/start-form.tsx';

/** A function that is not saved yet: first its name and method, then all of it. */
export function NewFunctionPage() {
  const t = useTexts('functions');
  const [draft, setDraft] = useState<FunctionDefinition | null>(null);
  if (draft) return <FunctionEditor start={{ base: null, draft, theirs: null }} />;
  return (
    <Page width="narrow">
      <PageHeader title={t('new')} description={t('start.text')} />
      <StartForm onStart={setDraft} />
    </Page>
  );
}
