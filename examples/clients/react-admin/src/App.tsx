import { useState } from 'react';
import { Admin, Resource } from 'react-admin';
import { QueryClient } from '@tanstack/react-query';
import { reinstateDataProvider } from '@reinstate/client/react-admin';
import { CurrencyCreate, CurrencyEdit, CurrencyList } from './currencies';
import { ReportCreate, ReportEdit, ReportList } from './reports';
import type { Session } from './SignIn';
import { TrashList } from './trash';

// Another attempt helps only while the server or the database is away.
const retry = (failures: number, { status = 503 }: Error & { status?: number }) => status === 503 && failures < 3;
const queryClient = new QueryClient({ defaultOptions: { queries: { retry } } });

interface Properties {
  session: Session;
  onSignedOut: () => void;
}

export function App({ session: { server, token }, onSignedOut }: Properties) {
  const [dataProvider] = useState(() => reinstateDataProvider({ url: server, token }));
  // The page asks for the token before it shows this, so there is nothing to check but what the server says.
  const [authProvider] = useState(() => ({
    login: async () => {},
    checkAuth: async () => {},
    checkError: async ({ status }: { status?: number }) => {
      if (status === 401) throw new Error('The token is not or no longer accepted.');
    },
    logout: async () => {
      onSignedOut();
      return '/';
    },
  }));
  return (
    <Admin dataProvider={dataProvider} authProvider={authProvider} queryClient={queryClient} title="reinstate">
      <Resource name="reports" list={ReportList} edit={ReportEdit} create={ReportCreate} recordRepresentation="title" />
      <Resource name="currencies" list={CurrencyList} edit={CurrencyEdit} create={CurrencyCreate} recordRepresentation="name" />
      <Resource name="trash" list={TrashList} options={{ label: 'Trash' }} />
    </Admin>
  );
}
