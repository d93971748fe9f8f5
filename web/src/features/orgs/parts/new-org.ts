import { NEW_ORG } from '@antiphon/contract/new-org';
import { i18n } from '@lingui/core';
import { isLanguage } from '../../../texts/languages.ts';

/** What an org is before anything was typed: its people are written to as whoever makes it reads. */
export const newOrg = () => ({ ...NEW_ORG, preferredLanguage: isLanguage(i18n.locale) ? i18n.locale : 'en' });
