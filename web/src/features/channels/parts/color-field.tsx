import type { AgentSettings } from '@antiphon/contract/agents';
import { Button, ColorInput } from '@mantine/core';
import { useState } from 'react';
import { completeHex, contrast, makePalette } from '../palette.ts';
import styles from './channels.module.css';

interface ColorFieldProps {
  /** The colour as it is set; null for the one that every widget starts with. */
  hex: string | null;
  theme: AgentSettings['theme']['theme'];
  onChange: (hex: string | null) => void;
}

const startHex = '#2E5AAC';

/** Primary colour. What is typed counts once it has 6 hex digits; until then the colour before stays. */
export function ColorField({ hex, theme, onChange }: ColorFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = hex ?? startHex;
  return (
    <div>
      <ColorInput
        label="Primary colour"
        placeholder={startHex}
        description="Six hex digits, such as #2E5AAC."
        format="hex"
        withEyeDropper={false}
        popoverProps={{ withinPortal: true }}
        swatches={swatches}
        swatchesPerRow={8}
        closeOnColorSwatchClick
        fixOnBlur={false}
        maxLength={7}
        value={typed ?? hex ?? ''}
        error={typed === null || typed === '' ? undefined : 'A colour has six hex digits.'}
        onChange={(value) => {
          const complete = completeHex(value);
          // An unfinished one stays in the field and changes nothing.
          setTyped(complete === null ? value : null);
          if (complete !== null) onChange(complete);
        }}
        onBlur={() => setTyped(null)}
      />
      <div className={styles.palette} aria-hidden="true">
        {makePalette(shown, theme === 'dark').map((step) => (
          <span key={step} style={{ background: `hsl(${step})` }} />
        ))}
      </div>
      {hex !== null && <ContrastHint hex={hex} theme={theme} />}
      {hex !== null && (
        <Button variant="default" size="compact-sm" mt={8} onClick={() => onChange(null)}>
          Use the default colour
        </Button>
      )}
    </div>
  );
}

const swatches = ['#2E5AAC', '#1F8A5B', '#0F766E', '#7C3AED', '#BE185D', '#C8372D', '#B7791F', '#17181C'];
const grounds = { light: ['#FFFFFF'], dark: ['#17181C'], system: ['#FFFFFF', '#17181C'] };
const leastForParts = 3;

/** Text on the colour is always readable, because the widget chooses black or white; the colour itself may vanish. */
function ContrastHint({ hex, theme }: Pick<ColorFieldProps, 'theme'> & { hex: string }) {
  const onWhite = contrast(hex, '#FFFFFF');
  const onBlack = contrast(hex, '#000000');
  const text = onWhite >= onBlack ? 'White' : 'Black';
  const vanishes = grounds[theme].some((ground) => contrast(hex, ground) < leastForParts);
  return (
    <p className={styles.contrast}>
      {text} text stands on it at {Math.max(onWhite, onBlack).toFixed(1)} : 1.{' '}
      {vanishes && (
        <span className={styles.warn}>
          {theme === 'system' ? 'In one of the themes' : 'On this theme'} the colour is close to the background. The
          widget moves it just so far that it is seen.
        </span>
      )}
    </p>
  );
}
