import { call } from '../../app/browser-call.ts';
import { ApiError } from '../../app/api.ts';
import type { Translate } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';

export interface HidingPerformer {
  _id: string;
  name: string;
}

/** Ends a mute or a block. @param onChange afterwards: what is shown has changed */
export const showAgain = async (t: Translate, { _id: id, name }: HidingPerformer, onChange: () => void): Promise<void> => {
  try {
    await call('DELETE /hidden-performers/{id}', { params: { id } });
    toast(t('hiding.shown', { name }), { tone: 'ok' });
    onChange();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast(error.message, { tone: 'bad' });
  }
};

/** Mutes a performer at once, with an undo. @param onChange afterwards, and after the undo */
export const mutePerformer = async (t: Translate, performer: HidingPerformer, onChange: () => void): Promise<void> => {
  try {
    await call('POST /hidden-performers', { body: { performerId: performer._id, how: 'muted' } });
    toast(t('hiding.muted', { name: performer.name }), {
      tone: 'ok',
      action: { label: t('ui.undo'), run: () => void showAgain(t, performer, onChange) },
    });
    onChange();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast(error.message, { tone: 'bad' });
  }
};
