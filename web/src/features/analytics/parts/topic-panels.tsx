import styles from './analytics.module.css';
import { CountriesCard, QuestionCards, SourcesCard, type TopicsProps } from './topic-cards.tsx';

export function TopicPanels(props: TopicsProps) {
  return (
    <div className={styles.pair}>
      <QuestionCards {...props} />
      <SourcesCard agentId={props.agentId} />
      <CountriesCard agentId={props.agentId} />
    </div>
  );
}
