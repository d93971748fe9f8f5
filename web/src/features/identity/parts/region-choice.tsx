import { NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { currentRegion } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';

/** An account lives in one region: which one is a part of the address of every screen of the sign-in. */
export function RegionChoice({ hint }: { hint?: string }) {
  const t = useTexts('identity');
  const navigate = useNavigate();
  return (
    <NativeSelect
      label={t('region')}
      description={hint}
      value={currentRegion()}
      onChange={({ currentTarget: { value } }) =>
        navigate({ to: '.', search: (search: object) => ({ ...search, region: value }), replace: true })
      }
      data={[
        { value: 'na', label: t('regions.na') },
        { value: 'eu', label: t('regions.eu') },
      ]}
    />
  );
}
