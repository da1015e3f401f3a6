// A new record of a kind, from wherever somebody is.

import { knownKind } from '../../api/kinds';
import { mayOn, type Viewer } from '../../app/viewer';
import type { Kind } from '../../generated/documents';
import { NewKey } from '../keys/keys';
import type { AnyRecord } from './documents';
import { RecordForm } from './form';

/** Whether there is a form for it that the caller may send. */
export const canCreate = (viewer: Viewer, kind: Kind) => !!knownKind(kind)?.create && mayOn(viewer, kind, 'create');

export function NewRecord({ kind, onClose, onSaved }: { kind: Kind; onClose(): void; onSaved(record?: AnyRecord): void }) {
  const info = knownKind(kind);
  // The value of a key is shown once, of which a form of any record knows nothing.
  if (kind === 'API_KEY') return <NewKey onClose={onClose} onMade={() => onSaved()} />;
  return info?.create ? <RecordForm kind={kind} info={info} form={info.create} onClose={onClose} onSaved={onSaved} /> : null;
}
