import type { MessageId } from '@antiphon/contract/ids';
import type { ChosenTemplate } from '@antiphon/contract/message-templates';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useSendOnce } from '../../../ui/forms/use-send-once.ts';
import { TemplateChoice } from '../../campaigns/template-choice.tsx';
import { useInboxPlace } from '../inbox-place.ts';
import styles from './inbox.module.css';

/** In place of the composer: an approved text, with what the operator puts into its places. */
export function TemplateReply({ id, name, onSent }: { id: string; name: string; onSent: () => void }) {
  const t = useTexts('inbox');
  const { uid } = useInboxPlace();
  const [template, setTemplate] = useState<ChosenTemplate | null>(null);
  const sending = useSendOnce<MessageId>();
  const input = { uid, conversationId: id };
  const templates = useQuery(query.handoffs.listTemplates.queryOptions({ input, retry: false }));
  const send = useMutation({
    mutationFn: (chosen: ChosenTemplate) =>
      sending.send(chosen, (messageId) =>
        api.handoffs.replyWithTemplate({ ...input, id: messageId, template: chosen }),
      ),
    meta: { failure: t('sendFailed'), kept: t('textKept'), isEachApart: true },
    onSuccess: () => {
      setTemplate(null);
      onSent();
    },
  });
  const isWhole = template?.values.every((value) => value.trim() !== '') ?? false;
  const submit = () => template && isWhole && !send.isPending && send.mutate(template);
  return (
    <div className={styles.panel} data-composer>
      <TemplateChoice
        templates={templates}
        template={template}
        onChange={setTemplate}
        name={name === '' ? null : { put: name, shown: name }}
      />
      <div>
        <Button size="xs" loading={send.isPending} disabled={!isWhole} onClick={submit}>
          {t('window.sendTemplate')}
        </Button>
      </div>
    </div>
  );
}
