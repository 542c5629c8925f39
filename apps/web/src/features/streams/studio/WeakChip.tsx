import { ConnectionChip } from '../ConnectionChip.tsx';

/** Over the picture on air: the connection is too weak for the show. Announced to screen readers when it appears. */
export const WeakChip = ({ isWeak }: { isWeak: boolean }) => <span role="status">{isWeak ? <ConnectionChip quality="weak" /> : null}</span>;
