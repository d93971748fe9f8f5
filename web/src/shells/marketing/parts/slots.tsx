import type { ReactNode } from 'react';

/** What is not known when the pages are built: the server fills it in at each request (`server/src/http/public-pages.ts`). */
export type Slot =
  | 'platformName'
  | 'origin'
  | 'operatorName'
  | 'operatorAddress'
  | 'operatorEmail'
  | 'operatorCountry'
  | 'operatorRegistration'
  | 'affiliatesUrl'
  | 'discordUrl'
  | 'demoAgentId'
  | 'demoRegion'
  | 'sessionRegion'
  | 'year';
export type Condition = Slot | 'socialLinks' | 'takesPayments';

/** The place of one value, escaped for HTML. */
export const slot = (name: Slot): string => `{{${name}}}`;

/** The place of one value inside of JSON. */
export const jsonSlot = (name: Slot): string => `{{{json.${name}}}}`;

export const platformName = slot('platformName');

/** Kept where the value is set (for a list: once an item). */
export const When = ({ is, children }: { is: Condition; children: ReactNode }) => (
  <>
    {`{{#${is}}}`}
    {children}
    {`{{/${is}}}`}
  </>
);

/** Kept where the value is not set. */
export const Unless = ({ is, children }: { is: Condition; children: ReactNode }) => (
  <>
    {`{{^${is}}}`}
    {children}
    {`{{/${is}}}`}
  </>
);

/** Who runs this installation, in a sentence. */
export const OperatorName = () => (
  <>
    <When is="operatorName">{slot('operatorName')}</When>
    <Unless is="operatorName">the operator of this installation</Unless>
  </>
);
