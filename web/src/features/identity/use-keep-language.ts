import { useMutation } from '@tanstack/react-query';
import { api } from '../../api.ts';
import type { Language } from '../../texts/languages.ts';
import { useTexts } from '../../texts/texts.ts';

/** Mails and push messages come in the language that was chosen in the dashboard. */
export function useKeepLanguage(): (preferredLanguage: Language) => void {
  const t = useTexts('ui');
  const { mutate } = useMutation({
    mutationFn: (preferredLanguage: Language) => api.identity.updateProfile({ preferredLanguage }),
    meta: { failure: t('languageNotKept') },
  });
  return mutate;
}
