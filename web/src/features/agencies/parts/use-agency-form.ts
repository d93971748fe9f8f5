import type { Agency } from '@antiphon/contract/agencies';
import { findHrefFault, toHref } from '@antiphon/contract/tab-hrefs';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { fieldErrors } from '../../../ui/forms/form-issues.ts';
import { mergeSaved } from '../../../ui/forms/merge-saved.ts';
import { hideFailure, showFailure } from '../../../ui/states/toasts.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { type AgencyValues, changedFields, toValues } from './agency-values.ts';
import { keepChanges, readKeptChanges } from './kept-changes.ts';
import { rebase, SameFieldSaved, saveAgency } from './save-agency.ts';
import { inOwnWords } from './setting-fault-words.ts';

/**
 * The settings of an agency as they are changed: what is not saved outlives the page, and what somebody else saves meanwhile is
 * never written over unasked. `showFaults` is told what keeps it from being saved.
 */
export function useAgencyForm(agency: Agency, showFaults: (errors: object) => void) {
  const t = useTexts('agencies');
  const ofTabs = useTexts('agency-tabs');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const [kept, setKept] = useState(() => readKeptChanges(agency.ID, toValues(agency)));
  const [base, setBase] = useState(() => ({
    values: { ...toValues(agency), ...kept?.before },
    revision: kept?.revision ?? agency.revision,
  }));
  const [met, setMet] = useState<SameFieldSaved | null>(null);
  const form = useForm<AgencyValues>({
    initialValues: { ...toValues(agency), ...kept?.changed },
    validate: {
      name: (value) => (value.trim() === '' ? t('overview.nameMissing') : null),
      customTabs: {
        label: (value) => (value.trim() === '' ? t('overview.nameMissing') : null),
        href: (value, values, path) => {
          const index = Number(path.split('.')[1]);
          const fault = findHrefFault(
            toHref(value),
            values.customTabs.slice(0, index).map(({ href }) => href),
          );
          return fault && ofTabs(`faults.${fault}`);
        },
      },
    },
  });
  const changed = changedFields(base.values, form.values);
  const typed = JSON.stringify(form.values);
  // biome-ignore lint/correctness/useExhaustiveDependencies: values are told apart by their content
  useEffect(() => keepChanges(agency.ID, base, form.values), [agency.ID, typed, base]);
  /** What stands in the form from now on was changed from these. */
  const begin = (saved: Agency, values: AgencyValues) => {
    setBase({ values: toValues(saved), revision: saved.revision });
    form.setValues(values);
    setMet(null);
  };
  const saving = useMutation({
    mutationFn: ({ values, from }: { values: AgencyValues; from: typeof base }) => saveAgency(uid, from, values),
    meta: { success: t('saved'), isFailureShown: true },
    onSuccess: (saved, { values }) => {
      hideFailure(t('saveFailed'));
      queryClient.setQueryData(query.agencies.get.queryKey({ input: { uid } }), saved);
      if (saved.agency === null) return;
      setKept(null);
      begin(saved.agency, mergeSaved(form.getValues(), values, toValues(saved.agency)));
    },
    onError: (error) => {
      if (error instanceof SameFieldSaved) return setMet(error);
      const problem = inOwnWords(toProblem(error));
      const faults = fieldErrors(problem.issues, form.getValues());
      form.setErrors(faults);
      showFaults(faults);
      showFailure({ title: t('saveFailed'), problem, kept: t('kept') });
    },
  });
  const save = (values: AgencyValues, from = base) => saving.mutate({ values, from });
  return {
    form,
    kept,
    met,
    isDirty: changed.length > 0,
    isSaving: saving.isPending,
    save: form.onSubmit((values) => save(values), showFaults),
    /** False where nothing was saved, which was said. */
    async saveNow(): Promise<boolean> {
      const { hasErrors, errors } = form.validate();
      if (hasErrors) {
        showFaults(errors);
        return false;
      }
      const sent = { values: form.getValues(), from: base };
      return saving.mutateAsync(sent).then(
        () => true,
        () => false,
      );
    },
    discard() {
      // Somebody may have saved what these changes were kept from.
      begin(agency, toValues(agency));
      form.clearErrors();
      setKept(null);
    },
    /** Theirs is taken where both changed something; what else was changed here stays, not saved yet. */
    yieldTo: (theirs: SameFieldSaved) =>
      begin(theirs.theirs, rebase(base.values, form.getValues(), toValues(theirs.theirs), theirs.fields)),
    /** Mine is saved over theirs. */
    insist(theirs: SameFieldSaved) {
      const values = rebase(base.values, form.getValues(), toValues(theirs.theirs));
      begin(theirs.theirs, values);
      save(values, { values: toValues(theirs.theirs), revision: theirs.theirs.revision });
    },
    close: () => setMet(null),
  };
}
