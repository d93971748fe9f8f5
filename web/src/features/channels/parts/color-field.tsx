import type { AgentSettings } from '@antiphon/contract/agents';
import { makePalette } from '@antiphon/contract/brand-palette';
import { useTexts } from '../../../texts/texts.ts';
import { ColourInput } from '../../../ui/fields/colour-input.tsx';
import styles from './channels.module.css';

interface ColorFieldProps {
  /** The colour as it is set; null for the one that every widget starts with. */
  hex: string | null;
  theme: AgentSettings['theme']['theme'];
  onChange: (hex: string | null) => void;
}

const startHex = '#2E5AAC';
const grounds = { light: ['#FFFFFF'], dark: ['#17181C'], system: ['#FFFFFF', '#17181C'] };

/** Primary colour with its ten steps. Text on it is always readable, because the widget chooses black or white. */
export function ColorField({ hex, theme, onChange }: ColorFieldProps) {
  const t = useTexts('channels');
  return (
    <ColourInput
      label={t('colour.label')}
      hex={hex}
      startHex={startHex}
      onChange={onChange}
      grounds={grounds[theme]}
      vanishing={theme === 'system' ? t('colour.vanishesInOne') : t('colour.vanishes')}
    >
      <div className={styles.palette} aria-hidden="true">
        {makePalette(hex ?? startHex, theme === 'dark').map((step) => (
          <span key={step} style={{ background: `hsl(${step})` }} />
        ))}
      </div>
    </ColourInput>
  );
}
