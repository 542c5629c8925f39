import { isRecord } from '@stagedoor/contract/keys.values';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../../app/browser-call.ts';
import styles from '../../../ui/admin/editor.module.css';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import { AskedAct } from '../frame/ActButton.tsx';
import textStyles from './texts.module.css';

const isTexts = (value: unknown): value is Record<string, string> =>
  isRecord(value) && Object.values(value).every((text) => typeof text === 'string');

/** The format of a text file: our export, or a plain list by key. */
const textsIn = (file: unknown): Record<string, string> | null => {
  const values = (isRecord(file) ? file['texts'] : undefined) ?? file;
  return isTexts(values) ? values : null;
};

const saveAs = (name: string, content: unknown): void => {
  const address = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
};

interface TextFile {
  name: string;
  texts: Record<string, string>;
}

/** A file of texts that was picked and read, and why it couldn't be. */
export const useTextFile = () => {
  const t = useText();
  const [file, setFile] = useState<TextFile>({ name: '', texts: {} });
  const [isAsking, setIsAsking] = useState(false);
  const [problem, setProblem] = useState('');
  const pick = async (picked: File | undefined) => {
    setProblem('');
    if (!picked) return;
    const content: unknown = await picked
      .text()
      .then((text) => JSON.parse(text) as unknown)
      .catch(() => null);
    const texts = textsIn(content);
    if (!texts) return setProblem(t('siteTexts.notJson'));
    setFile({ name: picked.name, texts });
    setIsAsking(true);
  };
  // The sheet that closes still names the file.
  return { file, isAsking, problem, pick, close: () => setIsAsking(false), forget: () => setProblem('') };
};

/** Saves all texts of a language as a file, and picks one to import. */
export const TextFileActs = ({ locale, onPick }: { locale: string; onPick: (file: File | undefined) => void }) => {
  const t = useText();
  const onExport = async () => saveAs(`texts-${locale}.json`, await call('GET /admin/texts/export/{locale}', { params: { locale } }));
  return (
    <>
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
            onPick(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </span>
    </>
  );
};

interface ImportQuestionProps {
  locale: string;
  /** The language's name. */
  language: string;
  importing: ReturnType<typeof useTextFile>;
  onDone: () => void;
}

/** Asks before the texts of a file replace those of a language. */
export const ImportQuestion = ({ locale, language, importing, onDone }: ImportQuestionProps) => {
  const t = useText();
  const { name, texts } = importing.file;
  return (
    <AskedAct
      write="POST /admin/texts/import"
      input={{ body: { locale, texts } }}
      opened={importing.isAsking}
      title={t('acts.importTitle', { count: Object.keys(texts).length })}
      text={t('acts.importText', { file: name, language })}
      act={t('siteTexts.import')}
      fields={Object.keys(texts)}
      onClose={importing.close}
      onDone={({ changed }) => {
        toast(t('siteTexts.imported', { count: changed }), { tone: 'ok', stays: 5000 });
        onDone();
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
  );
};
