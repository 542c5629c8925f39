import { DEFAULT_LOCALE } from '@stagedoor/contract/texts/text';
import { IconDownload, IconPencil, IconPlus, IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Pending } from '../../app/Pending.tsx';
import { call } from '../../app/browser-call.ts';
import { useAction, useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { AskedAct } from '../../features/admin/ActButton.tsx';
import { LanguageList } from '../../features/site-admin/LanguageList.tsx';
import { LanguageSheet } from '../../features/site-admin/LanguageSheet.tsx';
import styles from '../../ui/admin/editor.module.css';
import textStyles from '../../features/site-admin/texts.module.css';
import { TextRow } from '../../features/site-admin/TextRow.tsx';
import { UnsavedBar } from '../../features/site-admin/UnsavedBar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { FilterChip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';

const STEP = 30;
const PAUSE_MS = 250;
const FILTERS = [
  { filter: 'all', text: 'siteTexts.all' },
  { filter: 'missing', text: 'siteTexts.missing' },
  { filter: 'changed', text: 'siteTexts.changedOnly' },
] as const;

/** The format of a text file: our export, or a plain list by key. */
const textsIn = (file: unknown): Record<string, string> | null => {
  const values = (file as { texts?: unknown } | null)?.texts ?? file;
  if (!values || typeof values !== 'object' || Array.isArray(values)) return null;
  return Object.values(values).every((value) => typeof value === 'string') ? (values as Record<string, string>) : null;
};

interface TextFile {
  name: string;
  texts: Record<string, string>;
}

/** All texts in every language: search, edit in place, export and import. */
const Texts = () => {
  const t = useText();
  const format = useFormat();
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const languages = useData('GET /admin/languages', {});
  const locale = search.get('locale') ?? DEFAULT_LOCALE;
  const language = languages.data?.find((one) => one.locale === locale);
  const filter = FILTERS.find((one) => one.filter === search.get('only'))?.filter ?? 'all';
  const [word, setWord] = useState('');
  const [query, setQuery] = useState('');
  const [offset, setOffset] = useState(0);
  const [edits, setEdits] = useState<Readonly<Record<string, string | null>>>({});
  const [sheet, setSheet] = useState<'new' | 'edit' | null>(null);
  const [problem, setProblem] = useState('');
  const save = useAction('PUT /admin/texts');
  const [file, setFile] = useState<TextFile>({ name: '', texts: {} });
  const [isImporting, setIsImporting] = useState(false);
  const texts = useData('GET /admin/texts', {
    query: {
      language: locale,
      limit: STEP,
      offset,
      ...(query ? { q: query } : {}),
      ...(filter === 'missing' ? { missing: true } : {}),
      ...(filter === 'changed' ? { changed: true } : {}),
    },
  });
  useEffect(() => {
    const timer = setTimeout(() => {
      setQuery(word.trim());
      setOffset(0);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [word]);

  const reload = async () => {
    await client.invalidateQueries({ queryKey: ['GET /admin/texts'] });
    await client.invalidateQueries({ queryKey: ['GET /admin/languages'] });
  };
  const choose = (change: Record<string, string>) => {
    setSearch({ locale, ...(filter === 'all' ? {} : { only: filter }), ...change }, { replace: true, preventScrollReset: true });
    setOffset(0);
    setProblem('');
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
  const onExport = async () => {
    const answer = await call('GET /admin/texts/export/{locale}', { params: { locale } });
    const address = URL.createObjectURL(new Blob([JSON.stringify(answer, null, 2)], { type: 'application/json' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = `texts-${locale}.json`;
    link.click();
    URL.revokeObjectURL(address);
  };
  const onFile = async (picked: File | undefined) => {
    setProblem('');
    if (!picked) return;
    const parsed = textsIn(
      await picked
        .text()
        .then((text) => JSON.parse(text) as unknown)
        .catch(() => null),
    );
    if (!parsed) {
      setProblem(t('siteTexts.notJson'));
      return;
    }
    setFile({ name: picked.name, texts: parsed });
    setIsImporting(true);
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
          <Button kind="outline" icon={<IconDownload size={20} stroke={1.75} />} onClick={() => void onExport()}>
            {t('siteTexts.export')}
          </Button>
          <span className={textStyles.import}>
            <Button kind="outline" icon={<IconUpload size={20} stroke={1.75} />} tabIndex={-1} aria-hidden="true">
              {t('siteTexts.import')}
            </Button>
            <input
              type="file"
              accept="application/json,.json"
              aria-label={t('siteTexts.import')}
              onChange={(event) => {
                void onFile(event.target.files?.[0]);
                event.target.value = '';
              }}
            />
          </span>
        </div>
      </header>
      {problem ? (
        <p className={classes(styles.note, styles.noteWarn)} role="alert">
          {problem}
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
          <div className={styles.headActs}>
            <div className={styles.search}>
              <SearchField
                label={t('siteTexts.search')}
                maxLength={80}
                value={word}
                onChange={(event) => setWord(event.currentTarget.value)}
              />
            </div>
            <div className={styles.chips}>
              {FILTERS.map((one) => (
                <FilterChip key={one.filter} on={one.filter === filter} onClick={() => choose({ only: one.filter })}>
                  {t(one.text)}
                </FilterChip>
              ))}
            </div>
          </div>
          {!data ? (
            <Pending of={texts}>
              <RowsSkeleton rows={6} square size={24} />
            </Pending>
          ) : data.total === 0 ? (
            <Empty title={t('siteTexts.none')} text={t('siteTexts.noneText')} />
          ) : (
            <Card pad="none">
              <div className={textStyles.textRows}>
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
              </div>
              <div className={textStyles.pager}>
                <Button kind="text" disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - STEP))}>
                  {t('siteTexts.previous')}
                </Button>
                <span className={classes(type.small, type.faint)} role="status">
                  {t('siteTexts.page', {
                    from: format.count(offset + 1),
                    to: format.count(offset + data.data.length),
                    total: format.count(data.total),
                  })}
                </span>
                <Button kind="text" disabled={offset + STEP >= data.total} onClick={() => setOffset(offset + STEP)}>
                  {t('siteTexts.next')}
                </Button>
              </div>
            </Card>
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
      <AskedAct
        write="POST /admin/texts/import"
        input={{ body: { locale, texts: file.texts } }}
        opened={isImporting}
        title={t('acts.importTitle', { count: Object.keys(file.texts).length })}
        text={t('acts.importText', { file: file.name, language: language?.name ?? locale })}
        act={t('siteTexts.import')}
        fields={Object.keys(file.texts)}
        onClose={() => setIsImporting(false)}
        onDone={({ changed }) => {
          toast(t('siteTexts.imported', { count: changed }), { tone: 'ok', stays: 5000 });
          void reload();
        }}
      >
        {(error) =>
          Object.entries(error?.fields ?? {})
            .slice(0, 1)
            .map(([key, refusal]) => (
              <p key={key} className={classes(styles.note, styles.noteWarn)} role="alert">
                {t('siteTexts.refused', { key, problem: refusal })}
              </p>
            ))
        }
      </AskedAct>
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
