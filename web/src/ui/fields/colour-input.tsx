import { contrastOf } from '@antiphon/contract/colour';
import { Button, ColorInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { completeHex } from './colour.ts';
import styles from './colour-input.module.css';

interface ColourInputProps {
  label: string;
  /** '#2E5AAC'; null for `startHex`, the colour that counts until one is chosen. */
  hex: string | null;
  startHex: string;
  onChange: (hex: string | null) => void;
  /** The colours that it stands on, and what to say where it is hardly seen on one of them. */
  grounds?: readonly string[];
  vanishing?: string;
  /** Shown between the field and what is said of it, such as the palette made of it. */
  children?: ReactNode;
}

/** What parts of a screen must at least have against their ground (WCAG 1.4.11). */
const leastForParts = 3;

/** Picker, swatches and a hex field. What is typed counts once it has 6 hex digits; until then the colour before stays. */
export function ColourInput(props: ColourInputProps) {
  const { label, hex, startHex, onChange, grounds = [], vanishing, children } = props;
  const t = useTexts('ui');
  const [typed, setTyped] = useState<string | null>(null);
  const vanishes = hex !== null && grounds.some((ground) => contrastOf(hex, ground) < leastForParts);
  return (
    <div>
      <ColorInput
        label={label}
        placeholder={startHex}
        description={t('colour.hint')}
        format="hex"
        withEyeDropper={false}
        popoverProps={{ withinPortal: true }}
        swatches={swatches}
        swatchesPerRow={8}
        closeOnColorSwatchClick
        fixOnBlur={false}
        maxLength={7}
        value={typed ?? hex ?? ''}
        error={typed === null || typed === '' ? undefined : t('colour.invalid')}
        onChange={(value) => {
          const complete = completeHex(value);
          // An unfinished one stays in the field and changes nothing.
          setTyped(complete === null ? value : null);
          if (complete !== null) onChange(complete);
        }}
        onBlur={() => setTyped(null)}
      />
      {children}
      {hex !== null && (
        <>
          <p className={styles.contrast}>
            <TextOn hex={hex} /> {vanishes && <span className={styles.warn}>{vanishing}</span>}
          </p>
          <Button variant="default" size="compact-sm" mt={8} onClick={() => onChange(null)}>
            {t('colour.useDefault')}
          </Button>
        </>
      )}
    </div>
  );
}

const swatches = ['#2E5AAC', '#1F8A5B', '#0F766E', '#7C3AED', '#BE185D', '#C8372D', '#B7791F', '#17181C'];

/** Whichever of black and white is easier to read on it, and how well. */
function TextOn({ hex }: { hex: string }) {
  const t = useTexts('ui');
  const [onWhite, onBlack] = [contrastOf(hex, '#FFFFFF'), contrastOf(hex, '#000000')];
  const ratio = Math.max(onWhite, onBlack).toFixed(1);
  return onWhite >= onBlack ? t('colour.whiteText', { ratio }) : t('colour.blackText', { ratio });
}
