// What surrounds a list: its errors, and what stands there while nothing does.

import type { CombinedError } from '@urql/core';
import type { ComponentChildren } from 'preact';
import type { Rows } from '../api/lists';
import { explain, extensions } from '../api/errors';
import { useLanguage } from '../i18n';
import { Button, Notice, Skeleton } from './small';

/** Why nothing is there. What isn't for this account stays so, however often somebody asks. */
export function Failure({ error, retry }: { error: CombinedError; retry?(): void }) {
  const language = useLanguage();
  const { t } = language;
  const hint = explain(language, error);
  if (extensions(error)?.code === 'FORBIDDEN') return <Notice title={t('error.notForYou')} hint={hint} />;
  return <Notice tone="error" title={t('error.title')} hint={hint}>{retry && <Button onClick={retry}>{t('common.retry')}</Button>}</Notice>;
}

export function Listing<Row>({ list, empty, children }: {
  list: Rows<Row>; empty: { title: string; hint?: string; action?: ComponentChildren }; children: ComponentChildren;
}) {
  const language = useLanguage();
  const { t } = language;
  if (list.rows.length > 0) {
    return (
      <>
        {/* The frame says it where the server can't be reached. */}
        {list.error && !list.error.networkError && (
          <p class="banner" role="alert">
            {t('error.some', { why: explain(language, list.error) })} <Button onClick={list.refresh}>{t('common.retry')}</Button>
          </p>
        )}
        {children}
      </>
    );
  }
  if (list.error) return <Failure error={list.error} retry={list.refresh} />;
  if (!list.loaded) return <Skeleton lines={8} />;
  return <Notice title={empty.title} hint={empty.hint}>{empty.action}</Notice>;
}
