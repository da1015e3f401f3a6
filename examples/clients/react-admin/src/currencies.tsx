import { Create, DataTable, Edit, List, SearchInput, SimpleForm, TextInput } from 'react-admin';
import { Live } from './Live';

export const CurrencyList = () => (
  <List filters={[<SearchInput source="q" alwaysOn />]} sort={{ field: 'code', order: 'ASC' }}>
    <DataTable>
      <DataTable.Col source="code" />
      <DataTable.Col source="name" />
      <DataTable.Col source="symbol" />
    </DataTable>
    <Live />
  </List>
);

const form = (
  <SimpleForm>
    <TextInput source="code" />
    <TextInput source="name" />
    <TextInput source="symbol" />
  </SimpleForm>
);

export const CurrencyEdit = () => <Edit mutationMode="pessimistic">{form}</Edit>;
export const CurrencyCreate = () => <Create redirect="list">{form}</Create>;
