import { useTexts } from '../../../texts/texts.ts';
import { SecretDialog } from '../../../ui/forms/secret-dialog.tsx';
import { ConnectGuide } from './connect-guide.tsx';

/** The one time that a key is shown, with what a client wants beside it. */
export function NewKeyDialog({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const t = useTexts('access-keys');
  return (
    <SecretDialog
      secret={secret}
      title={t('made.title')}
      label={t('made.label')}
      text={t('made.text')}
      done={t('made.done')}
      onClose={onClose}
    >
      <ConnectGuide secret={secret} />
    </SecretDialog>
  );
}
