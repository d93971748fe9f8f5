import type { Override } from '@antiphon/contract/blueprints';
import type { useTexts } from '../../../texts/texts.ts';
import { formatLanguage } from '../../../ui/format/format.ts';
import { nameField } from '../../working-copy/describe-changes.ts';

type Say = ReturnType<typeof useTexts<'blueprints'>>;

/** Where something differs, in the words of the settings; things of lists by their names. */
export function nameOverride(t: Say, { field, item }: Pick<Override, 'field' | 'item'>): string {
  const [, lang] = /^translations\.([^.]+)$/.exec(field) ?? [];
  const name = lang === undefined ? (nameField(field)?.label ?? field) : formatLanguage(lang);
  return item === '' ? name : t('override.item', { field: name, item });
}
