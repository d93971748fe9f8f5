import { PhoneNumbers } from '../phone-numbers/phone-numbers.tsx';
import { AllChannelsPage } from './all-channels-page.tsx';

/** The numbers of the workspace's accounts at Twilio: those that are called, and those that are texted. */
export const TwilioNumbersPage = () => (
  <AllChannelsPage name="twilioNumbers" providers={['sms']}>
    <PhoneNumbers />
  </AllChannelsPage>
);
