import { Loader, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type UIEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { KeyCaps } from '../page/key-caps.tsx';
import styles from './search-list.module.css';

export interface SearchItem {
  id: string;
  label: string;
  /** The whole label, where it is shortened. */
  title?: string;
  /** Said in grey beside it, such as the agent of a conversation. */
  detail?: string;
  icon?: ReactNode;
  keys?: string;
  isCurrent?: boolean;
  run: () => void;
}

export interface SearchGroup {
  /** Where there is one group alone it needs none. */
  label?: string;
  items: SearchItem[];
}

interface SearchListProps {
  label: string;
  placeholder: string;
  query: string;
  onQuery: (query: string) => void;
  groups: SearchGroup[];
  /** Stands where nothing is found. */
  empty: ReactNode;
  /** Says how many there are, for those who do not see the list. */
  count: (items: number) => string;
  isLoading?: boolean;
  onClose: () => void;
  /** Backspace in the empty field. */
  onBack?: () => void;
  /** The end of the list comes into view. */
  onEnd?: () => void;
  maxHeight: number;
}

const NEAR_END_PX = 80;

/** A field and what it finds, by keyboard alone: the focus stays in the field, arrows move in the list, Enter chooses. */
export function SearchList(props: SearchListProps) {
  const { label, placeholder, query, onQuery, groups, count, isLoading, onClose, onBack } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [chosenId, setChosenId] = useState<string | null>(null);
  // It may come after the popover around it, which then found nothing to focus. Before the list is seen: no letter is lost.
  useLayoutEffect(() => input.current?.focus(), []);
  const items = groups.flatMap((group) => group.items);
  const active = Math.max(
    0,
    items.findIndex((item) => item.id === chosenId),
  );
  const optionId = (index: number) => `${id}-option-${index}`;

  useEffect(() => {
    document.getElementById(`${id}-option-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined) setChosenId(items[(active + move + items.length) % items.length]?.id ?? null);
    else if (event.key === 'Enter') items[active]?.run();
    else if (event.key === 'Escape') onClose();
    else if (event.key === 'Backspace' && query === '' && onBack) onBack();
    else return;
    event.preventDefault();
  };

  return (
    <div className={styles.list}>
      <div className={styles.field}>
        <input
          ref={input}
          className={styles.input}
          role="combobox"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={items.length > 0 ? optionId(active) : undefined}
          aria-label={label}
          placeholder={placeholder}
          value={query}
          onChange={(event) => {
            setChosenId(null);
            onQuery(event.currentTarget.value);
          }}
          onKeyDown={onKeyDown}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          data-autofocus
          // A drawer under this list must not close by the same Escape.
          data-mantine-stop-propagation
        />
        {isLoading && <Loader size={14} />}
      </div>
      <VisuallyHidden role="status">{isLoading ? '' : count(items.length)}</VisuallyHidden>
      <Options {...props} id={id} active={active} optionId={optionId} onActive={setChosenId} />
    </div>
  );
}

interface OptionsProps extends SearchListProps {
  id: string;
  active: number;
  optionId: (index: number) => string;
  onActive: (id: string) => void;
}

function Options({ label, groups, empty, isLoading, onEnd, maxHeight, id, active, optionId, onActive }: OptionsProps) {
  const onScroll = ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: UIEvent) => {
    if (scrollHeight - scrollTop - clientHeight < NEAR_END_PX) onEnd?.();
  };
  let index = -1;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus in the field while the mouse is used
    <div className={styles.scroll} style={{ maxHeight }} onScroll={onScroll} onMouseDown={(e) => e.preventDefault()}>
      <div role="listbox" id={`${id}-list`} aria-label={label} tabIndex={-1}>
        {groups.map((group, place) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a listbox
          <div role="group" key={group.label} aria-labelledby={group.label && `${id}-group-${place}`}>
            {group.label && (
              <div className={styles.group} id={`${id}-group-${place}`} role="presentation">
                {group.label}
              </div>
            )}
            {group.items.map((item) => {
              index += 1;
              return (
                <Option
                  key={item.id}
                  item={item}
                  id={optionId(index)}
                  isActive={index === active}
                  onActive={() => onActive(item.id)}
                />
              );
            })}
          </div>
        ))}
      </div>
      {index === -1 && !isLoading && <div className={styles.empty}>{empty}</div>}
    </div>
  );
}

interface OptionProps {
  item: SearchItem;
  id: string;
  isActive: boolean;
  onActive: () => void;
}

function Option({ item, id, isActive, onActive }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      aria-current={item.isCurrent || undefined}
      tabIndex={-1}
      className={styles.option}
      onMouseMove={onActive}
      onClick={item.run}
    >
      {item.icon && <span className={styles.icon}>{item.icon}</span>}
      <span className={styles.label} title={item.title ?? item.label} dir="auto">
        {item.label}
      </span>
      {item.detail && <span className={styles.detail}>{item.detail}</span>}
      {item.keys && <KeyCaps keys={item.keys} />}
      {item.isCurrent && <IconCheck size={16} stroke={2} aria-hidden="true" />}
    </div>
  );
}
