import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, query, toProblem } from '../../../api.ts';
import type { Problem } from '../../../problem.ts';
import { useTexts } from '../../../texts/texts.ts';
import { hideFailure, showFailure } from '../../../ui/states/toasts.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';

const DOMAIN_CHARS_MAX = 300;

export function AddSendingDomain() {
  const t = useTexts('agency-email');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  const atField = ({ code }: Problem) => {
    if (code === 'domain_taken') return t('taken');
    return code === 'invalid_input' ? t('malformed') : undefined;
  };
  const adding = useMutation({
    mutationFn: () => api.sendingDomains.add({ domain: typed.trim(), uid }),
    meta: { success: t('added'), isFailureShown: true },
    onSuccess: async ({ data }) => {
      hideFailure(t('addFailed'));
      queryClient.setQueryData(query.sendingDomains.get.queryKey({ input: { id: data.id } }), { data });
      await queryClient.invalidateQueries({ queryKey: query.agencies.key() });
    },
    onError: (error) => {
      const problem = toProblem(error);
      if (atField(problem) === undefined) showFailure({ title: t('addFailed'), problem, kept: t('kept') });
    },
  });
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== '') adding.mutate();
  };
  return (
    <form onSubmit={add} noValidate>
      <TextInput
        label={t('domain')}
        description={t('domainHint')}
        dir="ltr"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        maxLength={DOMAIN_CHARS_MAX}
        error={adding.isError ? atField(toProblem(adding.error)) : undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          adding.reset();
        }}
      />
      <Button type="submit" mt={12} disabled={typed.trim() === ''} loading={adding.isPending}>
        {t('add')}
      </Button>
    </form>
  );
}
