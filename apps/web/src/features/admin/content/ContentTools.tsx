import { PAGED_KINDS } from '@stagedoor/contract/items.values';
import { useText } from '../../../ui/text.ts';
import { FilterChoice } from '../../lists/tools/FilterChoice.tsx';
import { ListTools } from '../../lists/tools/ListTools.tsx';
import { FilterSwitch } from '../list/ListFilters.tsx';
import { useListSearch } from '../../lists/use-list-search.ts';
import { CONTENT_STATES } from './content-filter.ts';

/** Search and filters of the list of content. Photos are shown in their gallery unless they are asked for. */
export const ContentTools = ({ performer }: { performer: string | undefined }) => {
  const t = useText();
  const { get } = useListSearch();
  const performerId = get('performerId');
  return (
    <ListTools
      search={t('content.search')}
      narrowing={['kind', 'state', 'performerId', 'withParts']}
      choices={
        <>
          <FilterChoice
            name="kind"
            label={t('lists.kind')}
            any={t('lists.anyKind')}
            choices={PAGED_KINDS.map((value) => ({ value, text: t(`reports.kind.${value}`) }))}
          />
          <FilterChoice
            name="state"
            label={t('content.state')}
            any={t('lists.anyState')}
            choices={CONTENT_STATES.map((value) => ({ value, text: t(`model.state.${value}`) }))}
          />
        </>
      }
      switches={
        <>
          <FilterSwitch name="withParts" value="true" text={t('lists.withParts')} />
          {performerId ? (
            <FilterSwitch name="performerId" value={performerId} text={performer ? t('lists.by', { name: performer }) : t('lists.byOne')} />
          ) : null}
        </>
      }
    />
  );
};
