import { limits } from '@antiphon/contract/limits';
import { MultiSelect, TagsInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useInboxPlace } from '../inbox-place.ts';

/** Any tag, or only the predefined ones where that is set. */
export function ChatTags({ id, tags, onSaved }: { id: string; tags: string[]; onSaved: () => unknown }) {
  const t = useTexts('inbox');
  const { uid } = useInboxPlace();
  const settings = useQuery(query.handoffs.getSettings.queryOptions({ input: { uid } }));
  const save = useMutation({
    mutationFn: (next: string[]) => api.handoffs.setTags({ uid, conversationId: id, tags: next }),
    meta: { failure: t('tagsFailed') },
    onSettled: onSaved,
  });
  const { predefinedTags = [], onlyPredefinedTags = true } = settings.data ?? {};
  const shown = save.isPending ? save.variables : tags;
  const common = {
    'aria-label': t('tags'),
    placeholder: shown.length === 0 ? t('tags') : '',
    size: 'xs',
    data: [...new Set([...predefinedTags, ...tags])],
    value: shown,
    onChange: (next: string[]) => save.mutate(next),
  };
  if (onlyPredefinedTags && settings.data && predefinedTags.length === 0 && tags.length === 0) return null;
  return onlyPredefinedTags ? (
    <MultiSelect {...common} maxValues={limits.conversationTagsMax} />
  ) : (
    <TagsInput {...common} maxTags={limits.conversationTagsMax} />
  );
}
