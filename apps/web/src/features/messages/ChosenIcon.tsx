import type { MessageFileKind } from '@stagedoor/contract/conversations.values';
import { IconFileTypePdf, IconMicrophone, IconPhoto, IconVideo } from '@tabler/icons-react';

const ICONS = { image: IconPhoto, video: IconVideo, audio: IconMicrophone, document: IconFileTypePdf };

/** Stands for a file without a picture. */
export const ChosenIcon = ({ kind }: { kind: MessageFileKind }) => {
  const Icon = ICONS[kind];
  return <Icon size={26} stroke={1.5} aria-hidden="true" />;
};
