import { Fragment, type ReactNode, useState } from 'react';
import { Sheet } from './Sheet.tsx';
import { toast } from './toast.tsx';

/** The row in an edit sheet, null for a new one. It stays while the sheet closes, so that its text doesn't change; each opening starts fresh. */
export const useEditSheet = <Row,>() => {
  const [edited, setEdited] = useState<{ row: Row | null; edition: number } | null>(null);
  const [isOpen, setOpen] = useState(false);
  return {
    edited,
    isOpen,
    edit: (row: Row | null) => {
      setEdited((before) => ({ row, edition: (before?.edition ?? 0) + 1 }));
      setOpen(true);
    },
    close: () => setOpen(false),
  };
};

interface EditSheetProps<Row> {
  sheet: ReturnType<typeof useEditSheet<Row>>;
  titles: { create: string; edit: string };
  width?: number;
  /** Confirms that the row was saved. */
  saved: string;
  /** Refetches the changed lists. */
  reload: () => Promise<void>;
  form: (row: Row | null, onSaved: () => Promise<void>) => ReactNode;
}

/** A sheet with the form of a row of a list, or of a new one. */
export const EditSheet = <Row,>({ sheet, titles, width, saved, reload, form }: EditSheetProps<Row>) => {
  const { edited, isOpen, close } = sheet;
  const onSaved = async () => {
    close();
    toast(saved, { tone: 'ok' });
    await reload();
  };
  return (
    <Sheet opened={isOpen} onClose={close} title={edited?.row ? titles.edit : titles.create} {...(width ? { width } : {})}>
      {edited ? <Fragment key={edited.edition}>{form(edited.row, onSaved)}</Fragment> : null}
    </Sheet>
  );
};
