import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { useText } from '../../../ui/text.ts';
import styles from './composer.module.css';
import { withTags } from './tags.ts';

interface TagFieldProps {
  tags: readonly string[];
  onChange: (tags: readonly string[]) => void;
  /** Number and length of tags. */
  most: number;
  length: number;
  error?: string | undefined;
}

/** Tags of an item: typed one by one, Enter or a comma adds one. */
export const TagField = ({ tags, onChange, most, length, error }: TagFieldProps) => {
  const t = useText();
  const [typed, setTyped] = useState('');
  const add = (words: string) => {
    onChange(withTags(tags, words, most));
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // It would submit the form.
    event.preventDefault();
    add(typed);
  };
  return (
    <div className={styles.ask}>
      <TextField
        label={t('composer.tags')}
        optional
        name="tag"
        autoComplete="off"
        maxLength={length}
        hint={t('composer.tagsHint', { count: most })}
        error={error}
        disabled={tags.length >= most}
        value={typed}
        // A phone's keyboard tells no key: the comma is found in what was typed.
        onChange={({ currentTarget: { value } }) => (value.includes(',') ? add(value) : setTyped(value))}
        onKeyDown={onKeyDown}
        onBlur={() => add(typed)}
        end={
          typed.trim() ? (
            <Button kind="text" size="sm" onClick={() => add(typed)}>
              {t('composer.addTag')}
            </Button>
          ) : null
        }
      />
      {tags.length > 0 ? (
        <div className={styles.chips}>
          {tags.map((tag) => (
            <Chip key={tag} size="lg">
              {tag}
              <IconButton
                size="sm"
                label={t('composer.removeTag', { tag })}
                icon={<IconX size={16} stroke={1.75} />}
                onClick={() => onChange(tags.filter((one) => one !== tag))}
              />
            </Chip>
          ))}
        </div>
      ) : null}
    </div>
  );
};
