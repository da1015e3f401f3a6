import {
  BooleanInput, Create, DataTable, DateField, Edit, List, SearchInput, SimpleForm, TextInput,
} from 'react-admin';
import { Live } from './Live';

const filters = [
  <SearchInput source="q" alwaysOn />,
  <TextInput source="user.email" label="Owner" />,
  <BooleanInput source="isActive" />,
];

export const ReportList = () => (
  <List filters={filters} sort={{ field: 'createdAt', order: 'DESC' }}>
    <DataTable>
      <DataTable.Col source="title" />
      <DataTable.Col source="user.email" label="Owner" disableSort />
      <DataTable.Col source="createdAt"><DateField source="createdAt" showTime /></DataTable.Col>
    </DataTable>
    <Live />
  </List>
);

// Pessimistic, so that what the server refuses is shown at its field, in the form that is still open.
export const ReportEdit = () => (
  <Edit mutationMode="pessimistic">
    <SimpleForm>
      <TextInput source="title" />
      <BooleanInput source="isActive" />
    </SimpleForm>
  </Edit>
);

export const ReportCreate = () => (
  <Create redirect="list">
    <SimpleForm>
      <TextInput source="title" />
    </SimpleForm>
  </Create>
);
