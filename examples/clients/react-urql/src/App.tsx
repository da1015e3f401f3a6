import { useState } from 'react';
import { useClient } from 'urql';
import { DeleteDocument, RestoreDocument, UndoDocument, errorsOf } from '@reinstate/client';
import { Inbox } from './Inbox';
import { Reports } from './Reports';
import { Trash } from './Trash';

export function App() {
  const client = useClient();
  const [operationId, setOperationId] = useState<string | null>();
  const [problem, setProblem] = useState('');

  /** Shows why a change failed, or remembers how to undo it. */
  function show(error: Error | undefined, operationId: string | null | undefined) {
    setProblem(error ? errorsOf(error).map(({ message }) => message).join() || error.message : '');
    if (!error) setOperationId(operationId);
  }

  async function remove(id: string) {
    const { data, error } = await client.mutation(DeleteDocument, { id }).toPromise();
    show(error, data?.delete?.operationId);
  }
  async function restore(id: string) {
    const { data, error } = await client.mutation(RestoreDocument, { id }).toPromise();
    show(error, data?.restore?.operationId);
  }
  async function undo(operationId: string) {
    const { data, error } = await client.mutation(UndoDocument, { operationId }).toPromise();
    show(error, data?.undo?.operationId);
  }

  return (
    <main>
      {problem && <p role="alert">{problem}</p>}
      {operationId && <p role="status">Done. <button onClick={() => undo(operationId)}>Undo</button></p>}
      <Reports onDelete={remove} />
      <Trash onRestore={restore} />
      <Inbox />
    </main>
  );
}
