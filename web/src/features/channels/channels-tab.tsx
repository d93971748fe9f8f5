import { CHANNEL_PROVIDERS } from '@antiphon/contract/channel-names';
import { useTexts } from '../../texts/texts.ts';
import { toWidgetAgent } from '../playground/to-widget-agent.ts';
import { WidgetFrame } from '../playground/widget-frame.tsx';
import { EditFields } from '../working-copy/edit-fields.tsx';
import { useWorkingCopy } from '../working-copy/working-copy.tsx';
import { ChannelList } from './channel-list.tsx';
import { ChannelSection } from './channel-section.tsx';
import { BehaviourSection } from './parts/behaviour-section.tsx';
import styles from './parts/channels.module.css';
import { CustomCssSection } from './parts/custom-css-section.tsx';
import { LooksSection } from './parts/looks-section.tsx';
import { ScriptSection } from './parts/script-section.tsx';

/** Where the agent can be reached: the widget of a website, beside what it looks like, and other channels. */
export function ChannelsTab() {
  return (
    <div className={styles.columns}>
      <div className={styles.script}>
        <ScriptSection />
        {CHANNEL_PROVIDERS.map((provider) => (
          <ChannelSection key={provider} provider={provider} />
        ))}
      </div>
      <Preview />
      <EditFields className={styles.fields}>
        <LooksSection />
        <BehaviourSection />
        <CustomCssSection />
      </EditFields>
    </div>
  );
}

/** The same without anything to change. */
export function WidgetPlace() {
  return (
    <div className={styles.columns}>
      <div className={styles.script}>
        <ScriptSection />
        {CHANNEL_PROVIDERS.map((provider) => (
          <ChannelList key={provider} provider={provider} />
        ))}
      </div>
      <Preview />
    </div>
  );
}

function Preview() {
  const t = useTexts('channels');
  const { agent, settings } = useWorkingCopy();
  return (
    <section className={styles.preview} aria-label={t('preview.title')}>
      <h2 className={styles.previewTitle}>{t('preview.title')}</h2>
      <div className={styles.phone}>
        <WidgetFrame agentId={agent.ID} title={t('preview.frame')} agent={toWidgetAgent(agent, settings)} />
      </div>
      <p className={styles.previewHint}>{t('preview.hint')}</p>
    </section>
  );
}
