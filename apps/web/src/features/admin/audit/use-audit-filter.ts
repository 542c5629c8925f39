import { isId } from '@stagedoor/contract/ids.values';
import { AUDIT_KINDS } from '@stagedoor/contract/audit.values';
import { useListSearch } from '../../lists/use-list-search.ts';
import { startOfDay } from '../../../ui/forms/local-date-time.ts';

/** The choice of what nobody did. */
export const SITE = 'site';
/** The choice of what was done on the command line. */
export const CONSOLE = 'console';

/** The filters of the address, as the list and the file take them. */
export const useAuditFilter = () => {
  const { get, oneOf } = useListSearch();
  const q = get('q') ?? '';
  const kind = oneOf('kind', AUDIT_KINDS);
  const by = get('by') ?? '';
  const from = startOfDay(get('from'));
  const until = startOfDay(get('until'), 1);
  return {
    ...(q ? { q } : {}),
    ...(kind ? { kind } : {}),
    ...(by === SITE ? { bySite: true } : by === CONSOLE ? { byConsole: true } : isId(by) ? { actorId: by } : {}),
    ...(from ? { from } : {}),
    ...(until ? { until } : {}),
  };
};
