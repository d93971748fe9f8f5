import { Anchor } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';

const APPS = 'https://developers.facebook.com/apps';
const looksLikeId = /^\d{5,25}$/;
const looksLikeToken = /^[\w|.-]{20,1000}$/;
const looksLikeSecret = /^[\da-f]{32}$/i;

/** What is said of an ID, a token or a secret of Meta's that cannot be one. */
export function useMetaChecks() {
  const t = useTexts('channels');
  const checked = (looksRight: RegExp, missing: string, malformed: string) => (value: string) => {
    if (value.trim() === '') return missing;
    return looksRight.test(value.trim()) ? null : malformed;
  };
  return {
    id: (missing: string) => checked(looksLikeId, missing, t('whatsapp.idMalformed')),
    token: checked(looksLikeToken, t('whatsapp.accessTokenMissing'), t('whatsapp.accessTokenMalformed')),
    secret: checked(looksLikeSecret, t('whatsapp.appSecretMissing'), t('whatsapp.appSecretMalformed')),
  };
}

/** Where the apps of Meta are. */
export const metaLink = <Anchor dir="ltr" href={APPS} target="_blank" rel="noreferrer" inherit underline="always" />;
