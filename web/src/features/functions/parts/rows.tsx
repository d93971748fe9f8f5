import { ActionIcon, Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { fieldId, focusField } from './editor-context.ts';
import styles from './functions.module.css';

interface RowsProps<Item> {
  of: 'examples' | 'inputs' | 'query' | 'headers' | 'outputs';
  /** Of the list in the definition. */
  path: string;
  items: Item[];
  max: number;
  blank: Item;
  onChange: (items: Item[]) => void;
  /** The fields of a row; `name` tells it from the others. */
  children: (item: Item, index: number, change: (part: Item) => void, name: string) => ReactNode;
  /** Each row stands in a frame of its own. */
  isFramed?: boolean;
}

/** Rows that are added, removed and moved, by keyboard as well: the focus goes with the row. */
export function Rows<Item>({ of, path, items, max, blank, onChange, children, isFramed = false }: RowsProps<Item>) {
  const t = useTexts('functions');
  const buttonId = (index: number, way: string) => `${fieldId(`${path}.${index}`)}-${way}`;
  const focusButton = (index: number, way: string) =>
    requestAnimationFrame(() => document.getElementById(buttonId(index, way))?.focus());
  const move = (from: number, to: number) => {
    onChange(items.toSpliced(from, 1).toSpliced(to, 0, items[from] as Item));
    // At either end the button of that direction rests, so that the other one takes the focus.
    focusButton(to, to < from ? (to === 0 ? 'down' : 'up') : to === items.length - 1 ? 'up' : 'down');
  };
  return (
    <div id={fieldId(path)}>
      {items.length > 0 && (
        <ol className={isFramed ? styles.frames : styles.rows}>
          {items.map((item, index) => {
            const name = t(`one.${of}`, { number: index + 1 });
            const tool = (way: 'up' | 'down' | 'remove') => ({
              id: buttonId(index, way),
              'aria-label': t(`move.${way}`, { row: name }),
            });
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity but its place
              <li key={index} id={fieldId(`${path}.${index}`)} className={isFramed ? styles.frame : styles.row}>
                <div className={styles.rowFields}>
                  {children(item, index, (changed) => onChange(items.with(index, changed)), name)}
                </div>
                <div className={styles.tools}>
                  {isFramed && <span className={styles.rowName}>{name}</span>}
                  <ActionIcon {...tool('up')} disabled={index === 0} onClick={() => move(index, index - 1)}>
                    <IconArrowUp size={16} stroke={1.5} />
                  </ActionIcon>
                  <ActionIcon
                    {...tool('down')}
                    disabled={index === items.length - 1}
                    onClick={() => move(index, index + 1)}
                  >
                    <IconArrowDown size={16} stroke={1.5} />
                  </ActionIcon>
                  <ActionIcon
                    {...tool('remove')}
                    onClick={() => {
                      onChange(items.toSpliced(index, 1));
                      focusField(items.length > 1 ? `${path}.${Math.max(0, index - 1)}` : path);
                    }}
                  >
                    <IconTrash size={16} stroke={1.5} />
                  </ActionIcon>
                </div>
              </li>
            );
          })}
        </ol>
      )}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
        disabled={items.length >= max}
        onClick={() => {
          onChange([...items, blank]);
          focusField(`${path}.${items.length}`);
        }}
      >
        {t(`add.${of}`)}
      </Button>
    </div>
  );
}
