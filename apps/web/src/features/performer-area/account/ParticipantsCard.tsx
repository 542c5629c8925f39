import type { ResponseOf, Contract } from '@stagedoor/contract';
import { IconUserPlus, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useAction, useListData } from '../../../app/data.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Card, CardHead, CardLine } from '../../../ui/Card.tsx';
import { Chip, type ChipTone } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { TextField } from '../../../ui/Field.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import { DOCUMENT_MAX_BYTES, DocumentField } from '../../../ui/forms/DocumentField.tsx';
import { formValues } from '../../../ui/forms/form-values.ts';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { FormDraft } from '../../../ui/forms/FormDraft.tsx';
import { useKeptForm } from '../../../ui/forms/use-kept-form.ts';
import { PagedList } from '../../lists/ListPage.tsx';
import { useListSearch } from '../../lists/use-list-search.ts';
import styles from './account.module.css';

type Participant = ResponseOf<Contract['GET /performer/participants']>['data'][number];

const LIMIT = 20;
const TONES: Record<Participant['state'], ChipTone> = { pending: 'info', approved: 'ok', rejected: 'bad' };

/** A performer's co-performers, with identity and release. */
export const ParticipantsCard = () => {
  const t = useText();
  const client = useQueryClient();
  const { offset } = useListSearch();
  const list = useListData('GET /performer/participants', { query: { limit: LIMIT, offset } });
  const remove = useAction('DELETE /performer/participants/{id}');
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Participant | null>(null);
  const refresh = () => void client.invalidateQueries({ queryKey: ['GET /performer/participants'] });
  const onRemove = async () => {
    if (!leaving || !(await remove.run({ params: { id: leaving._id } }))) return;
    setLeaving(null);
    toast(t('profiles.removed'), { tone: 'ok' });
    refresh();
  };
  return (
    <Card pad="lg" className={styles.stack}>
      <CardHead title={t('profiles.participants')}>
        <Button
          kind="lift"
          size="sm"
          icon={<IconUserPlus size={20} stroke={1.75} />}
          onClick={() => setAdding(true)}
          aria-label={t('profiles.addParticipant')}
        >
          {t('profiles.register')}
        </Button>
      </CardHead>
      <p className={classes(type.small, type.quiet)}>{t('profiles.participantsText')}</p>
      <PagedList
        list={list}
        limit={LIMIT}
        skeleton={<RowsSkeleton rows={2} />}
        empty={<p className={classes(type.small, type.faint)}>{t('profiles.noParticipants')}</p>}
      >
        {(participants) =>
          participants.map((participant) => (
            <Line key={participant._id} participant={participant} onRemove={() => setLeaving(participant)} />
          ))
        }
      </PagedList>
      <RegisterSheet
        opened={adding}
        onClose={() => setAdding(false)}
        onRegistered={() => {
          setAdding(false);
          refresh();
        }}
      />
      <Sheet
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        title={t('profiles.removeParticipantAsk', { name: leaving?.stageName || leaving?.legalName || '' })}
        foot={
          <div className={styles.end}>
            <Button kind="lift" onClick={() => setLeaving(null)}>
              {t('ui.cancel')}
            </Button>
            <Button kind="bad" busy={remove.busy} onClick={() => void onRemove()}>
              {t('profiles.removeParticipant')}
            </Button>
          </div>
        }
      >
        <p className={classes(type.small, type.quiet)}>{t('profiles.removeParticipantText')}</p>
        <FormError error={remove.error} fields={[]} />
      </Sheet>
    </Card>
  );
};

const Line = ({ participant, onRemove }: { participant: Participant; onRemove: () => void }) => {
  const t = useText();
  const name = participant.stageName || participant.legalName;
  return (
    <CardLine className={styles.person}>
      <span className={styles.words}>
        <span className={type.strong}>
          <bdi>{name}</bdi>
        </span>
        <span className={classes(type.tiny, type.faint)}>
          {[
            participant.stageName ? participant.legalName : '',
            participant.items > 0 ? t('profiles.participantItems', { count: participant.items }) : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {participant.rejectionNote ? <span className={classes(type.small, styles.bad)}>{participant.rejectionNote}</span> : null}
      </span>
      <Chip tone={TONES[participant.state]}>{t(`profiles.participantState.${participant.state}`)}</Chip>
      <IconButton label={`${t('profiles.removeParticipant')}: ${name}`} icon={<IconX size={20} stroke={1.75} />} onClick={onRemove} />
    </CardLine>
  );
};

interface RegisterSheetProps {
  opened: boolean;
  onClose: () => void;
  onRegistered: () => void;
}

const FIELDS = ['legalName', 'stageName', 'dateOfBirth', 'identity', 'release'];

/** Names, birthday and two documents, with upload progress. The input stays when it is refused. */
const RegisterSheet = ({ opened, onClose, onRegistered }: RegisterSheetProps) => {
  const t = useText();
  const format = useFormat();
  const register = useAction('POST /performer/participants');
  const [identity, setIdentity] = useState<File | null>(null);
  const [release, setRelease] = useState<File | null>(null);
  const kept = useKeptForm({ draft: 'participant.new', asks: false });
  const fields = register.error?.fields ?? {};
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const values = formValues(event);
    if (!identity || !release) return;
    const answer = await register.run({
      body: { legalName: values.text('legalName'), stageName: values.text('stageName'), dateOfBirth: values.text('dateOfBirth') },
      files: { identity, release },
    });
    if (!answer) return;
    kept.done();
    setIdentity(null);
    setRelease(null);
    toast(t('profiles.participantSent'), { tone: 'ok', stays: 5000 });
    onRegistered();
  };
  return (
    <Sheet opened={opened} onClose={onClose} locked={register.busy} title={t('profiles.addParticipant')} width={560}>
      <form className={styles.stack} onSubmit={(event) => void submit(event)}>
        <FormDraft kept={kept} />
        <div className={styles.two}>
          <TextField
            label={t('profiles.legalName')}
            name="legalName"
            required
            maxLength={120}
            autoComplete="off"
            error={fields['legalName']}
          />
          <TextField
            label={t('profiles.stageName')}
            optional
            name="stageName"
            maxLength={80}
            autoComplete="off"
            error={fields['stageName']}
          />
        </div>
        <TextField
          label={t('profiles.dateOfBirth')}
          name="dateOfBirth"
          data-unkept
          type="date"
          required
          min="1900-01-01"
          error={fields['dateOfBirth']}
        />
        {(
          [
            ['identity', identity, setIdentity],
            ['release', release, setRelease],
          ] as const
        ).map(([name, file, setFile]) => (
          <DocumentField
            key={name}
            label={t(`profiles.${name}`)}
            hint={file ? undefined : `JPEG, PNG, WebP, PDF · ${format.bytes(DOCUMENT_MAX_BYTES)}`}
            file={file}
            onFile={setFile}
            progress={register.progress}
            required
            missing={t(`profiles.${name}Missing`)}
            error={fields[name]}
          />
        ))}
        <FormError error={register.error} fields={FIELDS} />
        <div className={styles.end}>
          {register.progress === null ? null : (
            <Button kind="text" onClick={register.abort}>
              {t('profiles.stopSending')}
            </Button>
          )}
          <Button kind="gold" type="submit" busy={register.busy}>
            {t('profiles.sendParticipant')}
          </Button>
        </div>
      </form>
    </Sheet>
  );
};
