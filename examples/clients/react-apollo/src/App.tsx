import { useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { DeleteDocument, RestoreDocument, UndoDocument, errorsOf } from '@reinstate/client';
import { Inbox } from './Inbox';
import { Reports } from './Reports';
import { Trash } from './Trash';

export function App() {
  const client = useApolloClient();
  const [operationId, setOperationId] = useState<string | null>();
  const [problem, setProblem] = useState('');

  /** Makes a change, remembers how to undo it, and reads again what the page shows. */
  async function run(change: () => Promise<string | null | undefined>) {
    try {
      setOperationId(await change());
      setProblem('');
    } catch (error) {
      setProblem(errorsOf(error).map(({ message }) => message).join() || String(error));
    }
    await client.refetchQueries({ include: 'active' });
  }

  const remove = (id: string) => run(async () => {
    const { data } = await client.mutate({ mutation: DeleteDocument, variables: { id } });
    return data?.delete?.operationId;
  });
  const restore = (id: string) => run(async () => {
    const { data } = await client.mutate({ mutation: RestoreDocument, variables: { id } });
    return data?.restore?.operationId;
  });
  const undo = (operationId: string) => run(async () => {
    const { data } = await client.mutate({ mutation: UndoDocument, variables: { operationId } });
    return data?.undo?.operationId;
  });

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
