import { DEFAULT_LOCALE } from '@stagedoor/contract/texts/text';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { LanguageList } from '../../features/admin/texts/LanguageList.tsx';
import { LanguageSheet } from '../../features/admin/texts/LanguageSheet.tsx';
import { ImportQuestion, useTextFile } from '../../features/admin/texts/TextFiles.tsx';
import { TextSearch } from '../../features/admin/texts/TextList.tsx';
import { UnsavedBar } from '../../features/admin/frame/UnsavedBar.tsx';
import { useTextSearch } from '../../features/admin/texts/use-text-search.ts';
import { useTextEdits } from '../../features/admin/texts/use-text-edits.ts';
import { FoundTexts } from '../../features/admin/texts/FoundTexts.tsx';
import { TextsHead } from '../../features/admin/texts/TextsHead.tsx';
import styles from '../../ui/admin/editor.module.css';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';

/** All texts in every language: search, edit in place, export and import. */
const Texts = () => {
  const t = useText();
  const languages = useData('GET /admin/languages', {});
  const importing = useTextFile();
  const found = useTextSearch(importing.forget);
  const { locale, filter, word, setWord, choose } = found;
  const language = languages.data?.find((one) => one.locale === locale);
  const texts = useTextEdits(locale);
  const { edits, save, reload } = texts;
  const [sheet, setSheet] = useState<'new' | 'edit' | null>(null);
  const chooseLanguage = (next: string) => {
    choose({ locale: next });
    texts.clear();
  };
  return (
    <Page width="wide">
      <PageTitle title={t('siteTexts.title')} />
      <TextsHead language={language} locale={locale} importing={importing} onEdit={() => setSheet('edit')} />
      <div className={styles.sides}>
        <LanguageList
          languages={languages.data ?? []}
          chosen={locale}
          onChoose={chooseLanguage}
          add={
            <Button kind="text" icon={<IconPlus size={20} stroke={1.75} />} onClick={() => setSheet('new')}>
              {t('siteTexts.addLanguage')}
            </Button>
          }
        />
        <div className={styles.stack}>
          <TextSearch word={word} onWord={setWord} filter={filter} onFilter={(only) => choose({ only })} />
          <FoundTexts search={found} edits={texts} direction={language?.isRightToLeft ? 'rtl' : 'ltr'} />
        </div>
      </div>
      <UnsavedBar
        count={Object.keys(edits).length}
        busy={save.busy}
        error={save.error}
        fields={Object.keys(edits)}
        onSave={() => void texts.onSave()}
        onDiscard={texts.onDiscard}
      />
      <ImportQuestion locale={locale} language={language?.name ?? locale} importing={importing} onDone={() => void reload()} />
      <LanguageSheet
        key={`${sheet} ${locale}`}
        opened={sheet !== null}
        language={sheet === 'edit' ? (language ?? null) : null}
        onClose={() => setSheet(null)}
        onSaved={async (saved) => {
          setSheet(null);
          await reload();
          chooseLanguage(saved ?? DEFAULT_LOCALE);
        }}
      />
    </Page>
  );
};

export default Texts;
