import {
  BulkDeleteButton, Button, DataTable, DateField, DeleteButton, List, SearchInput, SelectInput, useDataProvider,
  useListContext, useNotify, useRecordContext, useRefresh, type Identifier,
} from 'react-admin';
import type { DeletedRecord, ReinstateDataProvider } from '@reinstate/client/react-admin';
import { Live } from './Live';

function useRestore() {
  const dataProvider = useDataProvider<ReinstateDataProvider>();
  const notify = useNotify();
  const refresh = useRefresh();
  return async (ids: Identifier[]) => {
    try {
      await dataProvider.restoreMany({ ids });
      notify(ids.length === 1 ? 'Restored' : `${ids.length} records restored`);
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
    }
    refresh();
  };
}

function RestoreButton() {
  const record = useRecordContext<DeletedRecord>();
  const restore = useRestore();
  if (!record?.data.viewerCan.restore) return null;
  return <Button label="Restore" onClick={() => restore([record.id])} />;
}

// To delete what is in the trash is to purge it.
const purge = {
  label: 'Purge', mutationMode: 'pessimistic', confirmTitle: 'Purge for good?', confirmContent: 'Nothing brings it back.',
} as const;

function PurgeButton() {
  const record = useRecordContext<DeletedRecord>();
  if (!record?.data.viewerCan.purge) return null;
  return <DeleteButton {...purge} redirect={false} />;
}

function BulkRestoreButton() {
  const { selectedIds, onUnselectItems } = useListContext<DeletedRecord>();
  const restore = useRestore();
  return <Button label="Restore" onClick={() => restore(selectedIds).then(() => onUnselectItems())} />;
}

const filters = [
  <SearchInput source="q" alwaysOn />,
  <SelectInput source="resource" choices={['reports', 'currencies']} alwaysOn />,
];

const bulkActions = <><BulkRestoreButton /><BulkDeleteButton {...purge} /></>;

export const TrashList = () => (
  <List filters={filters} sort={{ field: 'deleted_at', order: 'DESC' }} exporter={false}>
    <DataTable bulkActionButtons={bulkActions} rowClick={false}>
      <DataTable.Col source="data.label" label="Record" disableSort />
      <DataTable.Col source="resource" disableSort />
      <DataTable.Col source="deleted_at"><DateField source="deleted_at" showTime /></DataTable.Col>
      <DataTable.Col source="data.deletedBy.email" label="Deleted by" disableSort />
      <DataTable.Col label={false}><RestoreButton /><PurgeButton /></DataTable.Col>
    </DataTable>
    <Live />
  </List>
);
