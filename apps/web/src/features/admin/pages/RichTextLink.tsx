import { IconLink } from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import { useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { useText } from '../../../ui/text.ts';
import styles from './RichText.module.css';

/** The address of the link at the caret, edited beside its button. */
export const RichTextLink = ({ editor }: { editor: Editor }) => {
  const t = useText();
  const button = useRef<HTMLButtonElement>(null);
  const [address, setAddress] = useState<string | null>(null);
  const on = useEditorState({ editor, selector: ({ editor: now }) => now.isActive('link') });
  const save = (): void => {
    const href = address?.trim() ?? '';
    setAddress(null);
    const chain = editor.chain().focus().extendMarkRange('link');
    if (href === '') chain.unsetLink().run();
    else chain.setLink({ href }).run();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.control}
        aria-label={t('editor.link')}
        title={t('editor.link')}
        aria-pressed={on}
        aria-haspopup="dialog"
        aria-expanded={address !== null}
        data-active={on || undefined}
        onClick={() => setAddress((editor.getAttributes('link')['href'] as string | undefined) ?? '')}
      >
        <IconLink stroke={1.5} aria-hidden="true" />
      </button>
      <Popover
        className={styles.dropdown!}
        triggerRef={button}
        isOpen={address !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) setAddress(null);
        }}
      >
        <Dialog className={styles.link!} aria-label={t('editor.link')}>
          <input
            className={styles.linkInput}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type here
            autoFocus
            aria-label={t('editor.linkAddress')}
            placeholder="https://"
            value={address ?? ''}
            onChange={(event) => setAddress(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // The editor is part of a form, which Enter would send.
              event.preventDefault();
              save();
            }}
          />
          <button type="button" className={styles.linkSave} onClick={save}>
            {t('editor.linkSave')}
          </button>
        </Dialog>
      </Popover>
    </>
  );
};
