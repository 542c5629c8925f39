import type { PerformerReport } from '@stagedoor/contract/reports';
import { useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../app/data.ts';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { ObjectionSheet } from './ObjectionSheet.tsx';

const KEY = 'GET /performer/reports';

/** A performer appeals against an upheld report. */
export const AppealSheet = ({ report, onClose }: { report: PerformerReport; onClose: () => void }) => {
  const t = useText();
  const client = useQueryClient();
  const send = useAction('POST /performer/reports/{id}/appeal');
  const press = async (text: string) => {
    if (!(await send.run({ params: { id: report._id }, body: { text } }))) return;
    toast(t('violations.appealed'), { tone: 'ok' });
    onClose();
    await client.invalidateQueries({ queryKey: [KEY] });
  };
  return <ObjectionSheet kind="appeal" busy={send.busy} error={send.error} onSend={(text) => void press(text)} onClose={onClose} />;
};
