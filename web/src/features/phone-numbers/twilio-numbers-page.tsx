import { AllChannelsPage } from '../channels/all-channels-page.tsx';
import styles from './parts/phone-numbers.module.css';
import { PhoneNumbers } from './phone-numbers.tsx';

/** The numbers of the workspace's accounts at Twilio: those that are called, and those that are texted. */
export const TwilioNumbersPage = () => (
  <AllChannelsPage name="twilioNumbers" providers={['sms']}>
    <div className={styles.called}>
      <PhoneNumbers />
    </div>
  </AllChannelsPage>
);
