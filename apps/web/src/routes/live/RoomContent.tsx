import type { PerformerProfile } from '@stagedoor/contract/performers';
import { useState } from 'react';
import { EndScreen, OfflineScreen } from '../../features/streams/EndScreen.tsx';
import { LockedRoom } from '../../features/streams/LockedRoom.tsx';
import { Room } from '../../features/streams/Room.tsx';
import { type RoomSheet, RoomSheets } from '../../features/streams/RoomSheets.tsx';
import { isOpen, type useShow } from '../../features/streams/use-show.ts';

interface RoomContentProps {
  show: ReturnType<typeof useShow>;
  profile: PerformerProfile;
  onChanged: () => void;
}

/** The show, or what is there in its place. A sheet that was opened in the room stays open when the show ends. */
export const RoomContent = ({ show, profile, onChanged }: RoomContentProps) => {
  const { session } = show;
  const open = isOpen(session);
  const [sheet, setSheet] = useState<{ kind: RoomSheet; streamId: string } | null>(null);
  return (
    <>
      {session && open && session.access?.allowed === false ? (
        <LockedRoom
          session={session}
          profile={profile}
          onOpened={() => {
            show.refetch();
            onChanged();
          }}
        />
      ) : session && open ? (
        <Room
          key={session._id}
          session={session}
          profile={profile}
          joined={show.joined}
          isOver={show.isOver}
          onTip={show.addTip}
          onOpen={(kind) => setSheet({ kind, streamId: session._id })}
        />
      ) : session && session.endReason !== 'neverStarted' ? (
        <EndScreen session={session} profile={profile} />
      ) : (
        <OfflineScreen profile={profile} />
      )}
      {sheet ? (
        <RoomSheets
          sheet={sheet.kind}
          profile={profile}
          streamId={sheet.streamId}
          isOver={!open || session?._id !== sheet.streamId}
          onClose={() => setSheet(null)}
          onSubscribed={() => {
            setSheet(null);
            onChanged();
          }}
        />
      ) : null}
    </>
  );
};
