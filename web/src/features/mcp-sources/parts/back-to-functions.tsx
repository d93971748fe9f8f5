import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { currentRegion } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';

export function BackToFunctions() {
  const t = useTexts('mcp-sources');
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => <Link to="/app/$region/integrations" params={{ region: currentRegion() }} {...props} />}
    >
      {t('toFunctions')}
    </Anchor>
  );
}
