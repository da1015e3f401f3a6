// Offers what a list lacks since it was read. It stands beside the heading, where it moves nothing.

import type { News } from '../api/news';
import { useLanguage } from '../i18n';
import { Button } from './small';

/** With filters that only the server knows, nobody can tell how many belong to the list: `some`. */
export function NewsButton({ news, some }: { news: News; some?: boolean }) {
  const { t } = useLanguage();
  if (news.count === 0) return null;
  return <Button look="primary" class="news" icon="up" onClick={news.show}>{t(some ? 'news.changed' : 'news.count', { count: news.count })}</Button>;
}
