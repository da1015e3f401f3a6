// Signing out. The token goes on elsewhere, unless somebody revokes it too.

import { useClient } from '@urql/preact';
import { useState } from 'preact/hooks';
import { RevokeTokenDocument } from '../generated/documents';
import { useLanguage } from '../i18n';
import { Dialog } from '../parts/dialog';
import { Button } from '../parts/small';
import { currentToken, signOut } from './session';
import { may, useViewer } from './viewer';

/** `begin` signs out, after the question that is to be drawn if there is one. */
export function useSignOut() {
  const { t } = useLanguage();
  const client = useClient();
  const { credential, ...viewer } = useViewer();
  const [asked, ask] = useState(false);
  const id = credential.kind === 'ACCESS_TOKEN' && may({ ...viewer, credential }, 'tokens.revoke') ? credential.id : undefined;
  function revoke() {
    const fetchOptions = { headers: { authorization: `Bearer ${currentToken()}` } };
    // First here, so that the end of the token is not shown as a refusal.
    signOut();
    if (id) void client.mutation(RevokeTokenDocument, { id }, { fetchOptions }).toPromise();
  }
  const question = asked && (
    <Dialog title={t('app.signOutTitle')} onClose={() => ask(false)}>
      <p>{t('app.signOutLead')}</p>
      <footer>
        <Button look="danger" onClick={revoke}>{t('app.signOutRevoke')}</Button>
        <Button look="primary" icon="out" autofocus onClick={() => signOut()}>{t('app.signOut')}</Button>
      </footer>
    </Dialog>
  );
  return { begin: () => (id ? ask(true) : signOut()), question };
}

export function SignOutButton() {
  const { t } = useLanguage();
  const { begin, question } = useSignOut();
  return (
    <>
      <Button look="quiet" icon="out" onClick={begin}>{t('app.signOut')}</Button>
      {question}
    </>
  );
}
