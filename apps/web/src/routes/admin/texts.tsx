import { DEFAULT_LOCALE } from '@stagedoor/contract/texts/text';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Pending } from '../../app/Pending.tsx';
import { useAction, useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { LanguageList } from '../../features/admin/texts/LanguageList.tsx';
import { LanguageSheet } from '../../features/admin/texts/LanguageSheet.tsx';
import { ImportQuestion, TextFileActs, useTextFile } from '../../features/admin/texts/TextFiles.tsx';
import { TextList, TextSearch } from '../../features/admin/texts/TextList.tsx';
import { TextRow } from '../../features/admin/texts/TextRow.tsx';
import { UnsavedBar } from '../../features/admin/frame/UnsavedBar.tsx';
import { TEXTS_ON_PAGE, useTextSearch } from '../../features/admin/texts/use-text-search.ts';
import styles from '../../ui/admin/editor.module.css';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';

/** All texts in every language: search, edit in place, export and import. */
const Texts = () => {
  const t = useText();
  const client = useQueryClient();
  const languages = useData('GET /admin/languages', {});
  const save = useAction('PUT /admin/texts');
  const importing = useTextFile();
  const { locale, filter, word, setWord, offset, setOffset, texts, choose } = useTextSearch(importing.forget);
  const language = languages.data?.find((one) => one.locale === locale);
  const [edits, setEdits] = useState<Readonly<Record<string, string | null>>>({});
  const [sheet, setSheet] = useState<'new' | 'edit' | null>(null);
  const reload = async () => {
    await client.invalidateQueries({ queryKey: ['GET /admin/texts'] });
    await client.invalidateQueries({ queryKey: ['GET /admin/languages'] });
  };
  const chooseLanguage = (next: string) => {
    choose({ locale: next });
    setEdits({});
  };
  const onSave = async () => {
    const sent = { ...edits };
    if (!(await save.run({ body: { locale, values: sent } }))) return;
    // What was typed meanwhile isn't saved yet.
    setEdits((typed) => Object.fromEntries(Object.entries(typed).filter(([key, value]) => value !== sent[key])));
    toast(t('siteTexts.saved'), { tone: 'ok' });
    await reload();
  };
  const { data } = texts;
  return (
    <Page width="wide">
      <PageTitle title={t('siteTexts.title')} />
      <header className={styles.head}>
        <h1 className={classes(type.display, type.s46)}>{t('siteTexts.title')}</h1>
        <div className={styles.headActs}>
          {language && language.locale !== DEFAULT_LOCALE ? (
            <Button kind="outline" icon={<IconPencil size={20} stroke={1.75} />} onClick={() => setSheet('edit')}>
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
          {!data ? (
            <Pending of={texts}>
              <RowsSkeleton rows={6} square size={24} />
            </Pending>
          ) : data.total === 0 ? (
            <Empty title={t('siteTexts.none')} text={t('siteTexts.noneText')} />
          ) : (
            <TextList offset={offset} step={TEXTS_ON_PAGE} count={data.data.length} total={data.total} onOffset={setOffset}>
              {data.data.map((row) => (
                <TextRow
                  key={`${locale} ${row.key}`}
                  text={row}
                  locale={locale}
                  direction={language?.isRightToLeft ? 'rtl' : 'ltr'}
                  edit={edits[row.key]}
                  error={save.error?.fields[row.key]}
                  onChange={(value) => {
                    const { [row.key]: _before, ...others } = edits;
                    setEdits(value === row.value ? others : { ...others, [row.key]: value });
                  }}
                />
              ))}
            </TextList>
          )}
        </div>
      </div>
      <UnsavedBar
        count={Object.keys(edits).length}
        busy={save.busy}
        error={save.error}
        fields={Object.keys(edits)}
        onSave={() => void onSave()}
        onDiscard={() => {
          setEdits({});
          save.reset();
        }}
      />
      <ImportQuestion
        locale={locale}
        language={language?.name ?? locale}
        file={importing.file}
        opened={importing.isAsking}
        onClose={importing.close}
        onDone={() => void reload()}
      />
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
