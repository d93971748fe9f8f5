import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { toProblem } from '../../../api.ts';
import type { Problem } from '../../../problem.ts';
import { hideFailure, showFailure } from '../../../ui/states/toasts.tsx';

/** Longer is no domain, and the server says so. */
const TYPED_CHARS_MAX = 300;

interface AddDomainFormProps<Added> {
  texts: { domain: string; hint: string; add: string; failed: string; kept: string };
  add: (typed: string) => Promise<Added>;
  onAdded: (added: Added) => unknown;
  /** What is told at the field. Any other failure is a notice. */
  refusalOf: (problem: Problem) => ReactNode;
  /** What a refusal shows beside its sentence. */
  below?: (problem: Problem) => ReactNode;
  /** Nothing can be asked of the server without a name. */
  needsName?: boolean;
}

/** A name of the agency's own, typed: what was typed stays until the server has taken it. */
export function AddDomainForm<Added>({
  texts,
  add,
  onAdded,
  refusalOf,
  below,
  needsName = false,
}: AddDomainFormProps<Added>) {
  const [typed, setTyped] = useState('');
  const adding = useMutation({
    mutationFn: () => add(typed),
    meta: { isFailureShown: true },
    onSuccess: (added) => {
      hideFailure(texts.failed);
      return onAdded(added);
    },
    onError: (error) => {
      const problem = toProblem(error);
      if (!refusalOf(problem)) showFailure({ title: texts.failed, problem, kept: texts.kept });
    },
  });
  const isWanting = needsName && typed.trim() === '';
  const refusal = adding.isError ? toProblem(adding.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWanting) adding.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        label={texts.domain}
        description={texts.hint}
        dir="ltr"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        maxLength={TYPED_CHARS_MAX}
        error={refusal && refusalOf(refusal)}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          adding.reset();
        }}
      />
      {refusal && below?.(refusal)}
      <Button type="submit" mt={12} disabled={isWanting} loading={adding.isPending}>
        {texts.add}
      </Button>
    </form>
  );
}
