import { Pending } from '../../../app/Pending.tsx';
import { TextList } from './TextList.tsx';
import { TextRow } from './TextRow.tsx';
import { TEXTS_ON_PAGE, type useTextSearch } from './use-text-search.ts';
import type { TextEdits } from './use-text-edits.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useText } from '../../../ui/text.ts';

interface FoundTextsProps {
  search: ReturnType<typeof useTextSearch>;
  edits: TextEdits;
  direction: 'ltr' | 'rtl';
}

/** The texts that were found, each with its field. */
export const FoundTexts = ({
  search: { locale, texts, offset, setOffset },
  edits: { edits, save, change },
  direction,
}: FoundTextsProps) => {
  const t = useText();
  const { data } = texts;
  if (!data)
    return (
      <Pending of={texts}>
        <RowsSkeleton rows={6} square size={24} />
      </Pending>
    );
  if (data.total === 0) return <Empty title={t('siteTexts.none')} text={t('siteTexts.noneText')} />;
  return (
    <TextList offset={offset} step={TEXTS_ON_PAGE} count={data.data.length} total={data.total} onOffset={setOffset}>
      {data.data.map((row) => (
        <TextRow
          key={`${locale} ${row.key}`}
          text={row}
          locale={locale}
          direction={direction}
          edit={edits[row.key]}
          error={save.error?.fields[row.key]}
          onChange={(value) => change(row, value)}
        />
      ))}
    </TextList>
  );
};
