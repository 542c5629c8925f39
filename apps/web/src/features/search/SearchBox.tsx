import type { Contract, ResponseOf } from '@stagedoor/contract';
import { IconCategory, IconHash, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { useData } from '../../app/data.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { useFormat } from '../../ui/format.tsx';
import { classes } from '../../ui/classes.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './search.module.css';

type Found = ResponseOf<Contract['GET /search/suggestions']>;

interface Option {
  key: string;
  /** Where it leads; without it, `word` is searched for. */
  to?: string;
  word?: string;
  content: ReactNode;
}
interface Group {
  label: string;
  options: Option[];
}

interface SearchBoxProps {
  field?: RefObject<HTMLInputElement | null>;
  label: string;
  value: string;
  maxLength: number;
  /** While typing. */
  onChange: (text: string) => void;
  /** Entered, or chosen among the suggested words. */
  onSearch: (text: string) => void;
}

/** Suggestions are asked for when nothing was typed for so many milliseconds. */
const PAUSE_MS = 150;
/** A single letter suggests nothing; a character that is a word by itself does. */
const isEnough = (typed: string): boolean => typed.length > 1 || /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u.test(typed);

/** A value once it hasn't changed for a while. */
const useSettled = (value: string, milliseconds: number): string => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
};

/** What is suggested, in the order in which the arrow keys go through it. */
const useGroups = (found: Found | undefined): Group[] => {
  const t = useText();
  const format = useFormat();
  if (!found) return [];
  return [
    {
      label: t('search.performers'),
      options: found.performers.map(({ _id, username, name, avatar, craft, isLive }) => ({
        key: _id,
        to: `/${username}`,
        content: (
          <>
            <Avatar src={avatar} size={32} live={isLive} />
            <span className={classes(styles.name, type.clip)}>
              <bdi>{name}</bdi>
            </span>
            <span className={classes(type.small, type.quiet, type.clip)}>
              <bdi>{craft || `@${username}`}</bdi>
            </span>
          </>
        ),
      })),
    },
    {
      label: t('search.words'),
      options: found.words.map((word) => ({
        key: word,
        word,
        content: (
          <>
            <IconSearch size={20} stroke={1.75} aria-hidden="true" />
            <span className={type.clip}>
              <bdi>{word}</bdi>
            </span>
          </>
        ),
      })),
    },
    {
      label: t('search.tags'),
      options: found.tags.map(({ tag, count }) => ({
        key: `#${tag}`,
        to: `/search?${new URLSearchParams({ tag }).toString()}`,
        content: (
          <>
            <IconHash size={20} stroke={1.75} aria-hidden="true" />
            <span className={classes(styles.name, type.clip)}>
              <bdi>#{tag}</bdi>
            </span>
            <span className={classes(type.small, type.quiet)}>{format.count(count)}</span>
          </>
        ),
      })),
    },
    {
      label: t('search.categories'),
      options: found.categories.map(({ _id, name }) => ({
        key: _id,
        to: `/search?${new URLSearchParams({ category: _id }).toString()}`,
        content: (
          <>
            <IconCategory size={20} stroke={1.75} aria-hidden="true" />
            <span className={type.clip}>
              <bdi>{name}</bdi>
            </span>
          </>
        ),
      })),
    },
  ].filter(({ options }) => options.length > 0);
};

/** The search field with suggestions while typing: a combobox whose list the arrow keys go through. */
export const SearchBox = ({ field, label, value, maxLength, onChange, onSearch }: SearchBoxProps) => {
  const t = useText();
  const navigate = useNavigate();
  const list = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState<string | null>(null);
  const q = useSettled(value.trim(), PAUSE_MS);
  const { data } = useData('GET /search/suggestions', { query: { q } }, { enabled: isOpen && isEnough(q) });
  const groups = useGroups(isEnough(value.trim()) ? data : undefined);
  const options = groups.flatMap((group) => group.options);
  const isShown = isOpen && options.length > 0;
  const at = options.findIndex(({ key }) => key === active);
  const idOf = (key: string) => `${list}-${key}`;
  const close = () => {
    setIsOpen(false);
    setActive(null);
  };
  const choose = ({ to, word }: Option) => {
    close();
    if (to) {
      onChange('');
      void navigate(to);
    } else if (word) onSearch(word);
  };
  const move = (by: 1 | -1) => {
    // Before the first and behind the last stands the field itself.
    const places = options.length + 1;
    const next = (at + 1 + by + places) % places;
    setActive(next === 0 ? null : options[next - 1]!.key);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') {
      if (isShown) event.preventDefault();
      else onChange('');
      close();
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && options.length > 0) {
      event.preventDefault();
      if (isShown) move(event.key === 'ArrowDown' ? 1 : -1);
      else setIsOpen(true);
    } else if (event.key === 'Enter' && isShown && at >= 0) {
      event.preventDefault();
      choose(options[at]!);
    }
  };
  return (
    <form
      role="search"
      className={styles.box}
      onSubmit={(event) => {
        event.preventDefault();
        close();
        onSearch(value);
      }}
    >
      <SearchField
        {...(field ? { ref: field } : {})}
        label={label}
        value={value}
        maxLength={maxLength}
        autoComplete="off"
        enterKeyHint="search"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={list}
        aria-activedescendant={isShown && active !== null && at >= 0 ? idOf(active) : undefined}
        onChange={(event) => {
          setIsOpen(true);
          setActive(null);
          onChange(event.currentTarget.value);
        }}
        onEarly={onChange}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      {/* A press on an option must not take the focus from the field, which would close the list before the click. */}
      <div
        id={list}
        role="listbox"
        tabIndex={-1}
        aria-label={t('search.suggestions')}
        hidden={!isShown}
        className={styles.list}
        onMouseDown={(event) => event.preventDefault()}
      >
        {isShown
          ? groups.map((group) => (
              <div key={group.label} role="group" aria-label={group.label}>
                <div className={styles.head} aria-hidden="true">
                  {group.label}
                </div>
                {group.options.map((option) => (
                  // The keys are the field's.
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
                  <div
                    key={option.key}
                    id={idOf(option.key)}
                    role="option"
                    tabIndex={-1}
                    aria-selected={option.key === active}
                    className={classes(styles.option, option.key === active && styles.active)}
                    onClick={() => choose(option)}
                    onMouseMove={() => setActive(option.key)}
                  >
                    {option.content}
                  </div>
                ))}
              </div>
            ))
          : null}
      </div>
      <p className={type.hidden} role="status">
        {isShown ? t('search.suggested', { count: options.length }) : ''}
      </p>
    </form>
  );
};
