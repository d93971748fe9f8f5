import type { ModelSettings } from '@antiphon/contract/agents';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentRegion, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { providerNames } from '../../credentials/provider-names.ts';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './overview-tab.module.css';

/** Says why the model of the published copy answers nobody, where that is so. */
export function CannotAnswer() {
  const { agent } = useWorkingCopy();
  const model = agent.published?.model;
  if (!model || model.provider === 'builtin') return null;
  return <OfModel model={model} agentId={agent.ID} provider={providerNames[model.provider]} />;
}

function OfModel({ model, agentId, provider }: { model: ModelSettings; agentId: string; provider: string }) {
  const t = useTexts('agent-page');
  const { uid } = useWorkspace();
  const { data } = useQuery(query.credentials.list.queryOptions({ input: { uid } }));
  if (!data) return null;
  const isSet =
    model.credentialId === null
      ? data.platformKeys.some((one) => one === model.provider)
      : data.items.some(({ id }) => id === model.credentialId);
  if (isSet) return null;
  return (
    <div className={styles.problem}>
      <Notice title={t(model.fallbacks.length > 0 ? 'cannotAnswer.fallback' : 'cannotAnswer.title')}>
        {model.credentialId === null ? t('cannotAnswer.noKey', { provider }) : t('cannotAnswer.credentialGone')}{' '}
        <Link
          to="/app/$region/agents/$agentId/$tab"
          params={{ region: currentRegion(), agentId, tab: 'nodes' }}
          className={styles.problemLink}
        >
          {t('cannotAnswer.action')}
        </Link>
      </Notice>
    </div>
  );
}
