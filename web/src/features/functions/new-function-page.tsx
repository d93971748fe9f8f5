import { useState } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { CurlNotice } from './parts/curl-notice.tsx';
import { FunctionEditor } from './parts/function-editor.tsx';
import { type Started, StartForm } from './parts/start-form.tsx';

/** A function that is not saved yet: first its name and method, or a command; then all of it. */
export function NewFunctionPage() {
  const t = useTexts('functions');
  const [started, setStarted] = useState<Started | null>(null);
  if (started)
    return (
      <FunctionEditor
        start={{ base: null, draft: started.draft, theirs: null }}
        notice={started.curl && <CurlNotice curl={started.curl} />}
      />
    );
  return (
    <Page width="narrow">
      <PageHeader title={t('new')} description={t('start.text')} />
      <StartForm onStart={setStarted} />
    </Page>
  );
}
