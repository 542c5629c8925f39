import type { AdminLanguage } from '@stagedoor/contract/admin-site';
import { DEFAULT_LOCALE } from '@stagedoor/contract/texts/text';
import { IconPencil } from '@tabler/icons-react';
import { TextFileActs, type useTextFile } from './TextFiles.tsx';
import styles from '../../../ui/admin/editor.module.css';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';

interface TextsHeadProps {
  language: AdminLanguage | undefined;
  locale: string;
  importing: ReturnType<typeof useTextFile>;
  onEdit: () => void;
}

/** The title, and acts on the language that is open. */
export const TextsHead = ({ language, locale, importing, onEdit }: TextsHeadProps) => {
  const t = useText();
  return (
    <>
      <header className={styles.head}>
        <h1 className={classes(type.display, type.s46)}>{t('siteTexts.title')}</h1>
        <div className={styles.headActs}>
          {language && language.locale !== DEFAULT_LOCALE ? (
            <Button kind="outline" icon={<IconPencil size={20} stroke={1.75} />} onClick={onEdit}>
              {language.name}
            </Button>
          ) : null}
          <TextFileActs locale={locale} onPick={(file) => void importing.pick(file)} />
        </div>
      </header>
      {importing.problem ? (
        <p className={classes(styles.note, styles.noteWarn)} role="alert">
          {importing.problem}
        </p>
      ) : null}
    </>
  );
};
