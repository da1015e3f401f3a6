// What surrounds a list: its errors, and what stands there while nothing does.

import type { ComponentChildren } from 'preact';
import type { Rows } from '../api/lists';
import { explain } from '../api/errors';
import { useLanguage } from '../i18n';
import { Button, Notice } from './small';

export function Listing<Row>({ list, empty, children }: {
  list: Rows<Row>; empty: { title: string; hint?: string; action?: ComponentChildren }; children: ComponentChildren;
}) {
  const language = useLanguage();
  const { t } = language;
  const retry = <Button onClick={list.refresh}>{t('common.retry')}</Button>;
  if (list.rows.length > 0) {
    return (
      <>
        {list.error && <p class="banner" role="alert">{t('error.some', { why: explain(language, list.error) })} {retry}</p>}
        {children}
      </>
    );
  }
  if (list.error) return <Notice tone="error" title={t('error.title')} hint={explain(language, list.error)}>{retry}</Notice>;
  if (!list.loaded) {
    return (
      <div class="skeleton" role="status" aria-label={t('common.loading')}>
        {Array.from({ length: 8 }, (_, index) => <div key={index} />)}
      </div>
    );
  }
  return <Notice title={empty.title} hint={empty.hint}>{empty.action}</Notice>;
}
