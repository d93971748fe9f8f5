import type { InboxSettings } from '@antiphon/contract/handoffs';
import { limits } from '@antiphon/contract/limits';
import { Button, Drawer, Group, Stack, Switch, TagsInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';

interface InboxSettingsDrawerProps {
  uid: string;
  settings: InboxSettings;
  isOpen: boolean;
  onClose: () => void;
}

/** The tags of the workspace, and whether there may be others. */
export function InboxSettingsDrawer({ uid, settings, isOpen, onClose }: InboxSettingsDrawerProps) {
  const t = useTexts('inbox');
  return (
    <Drawer opened={isOpen} onClose={onClose} title={t('settings.title')}>
      <SettingsForm uid={uid} settings={settings} onDone={onClose} />
    </Drawer>
  );
}

function SettingsForm({ uid, settings, onDone }: { uid: string; settings: InboxSettings; onDone: () => void }) {
  const t = useTexts('inbox');
  const tUi = useTexts('ui');
  const client = useQueryClient();
  const [predefinedTags, setTags] = useState(settings.predefinedTags);
  const [onlyPredefinedTags, setOnly] = useState(settings.onlyPredefinedTags);
  const save = useMutation({
    mutationFn: () => api.handoffs.saveSettings({ uid, predefinedTags, onlyPredefinedTags }),
    meta: { success: t('settings.saved'), failure: t('settings.failed'), kept: t('settings.kept') },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: query.handoffs.getSettings.key() });
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TagsInput
          label={t('settings.tags')}
          description={t('settings.tagsHint')}
          value={predefinedTags}
          maxTags={limits.predefinedTagsMax}
          onChange={(tags) => setTags(tags.map((tag) => tag.slice(0, limits.tagCharsMax)))}
        />
        <Switch
          label={t('settings.only')}
          checked={onlyPredefinedTags}
          onChange={(event) => setOnly(event.currentTarget.checked)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            {tUi('cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {tUi('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
