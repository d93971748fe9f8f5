import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { api, currentRegion, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { hideFailure, showFailure } from '../../../ui/states/toasts.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';

interface PreviewButtonProps {
  /** Of a custom tab; empty opens the dashboard at its beginning. */
  href: string;
  isDirty: boolean;
  /** False where it was not saved. */
  onSave: () => Promise<boolean>;
}

/** The clients' dashboard as it was saved: on the agency's own host, else on this one. */
export function PreviewButton({ href, isDirty, onSave }: PreviewButtonProps) {
  const t = useTexts('agency-tabs');
  const { uid } = useWorkspace();
  const opening = useMutation({
    async mutationFn(_tab: Window | null) {
      if (isDirty && !(await onSave())) return null;
      const { url } = await api.clients.openPreview({ uid, ...(href === '' ? {} : { href }) });
      return url ?? `/app/${currentRegion()}/c${href}?uid=${uid}`;
    },
    meta: { isFailureShown: true },
    onSuccess: (url, tab) => {
      hideFailure(t('previewFailed'));
      if (url === null) tab?.close();
      else if (tab) tab.location.replace(url);
      else window.location.assign(url);
    },
    onError: (error, tab) => {
      tab?.close();
      // With a tab of its own: the one of before is gone.
      const onRetry = () => opening.mutate(openTab());
      showFailure({ title: t('previewFailed'), problem: toProblem(error), onRetry });
    },
  });
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconExternalLink size={16} stroke={1.5} aria-hidden="true" />}
      loading={opening.isPending}
      onClick={() => opening.mutate(openTab())}
    >
      {t(isDirty ? 'unsavedPage' : 'preview')}
    </Button>
  );
}

/** Opened by the click itself: one that opens after an answer is blocked. It knows nothing of this page. */
function openTab(): Window | null {
  const tab = window.open('', '_blank');
  if (tab) tab.opener = null;
  return tab;
}
