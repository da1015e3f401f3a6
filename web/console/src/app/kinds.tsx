// The kinds below “Records” in the side bar, which fold and stay so.

import { useEffect, useRef, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { useLanguage } from '../i18n';
import { Icon } from '../parts/icons';
import { IconButton, useKindName } from '../parts/small';
import type { Place } from './places';
import { kindsFor, useViewer } from './viewer';

const FOLDED = 'reinstate.kinds.folded';

/** `shown` is the kind of the list that is open, `isHere` whether any is. */
export function Kinds({ place, isHere, shown, onGo }: { place: Place; isHere: boolean; shown?: string; onGo(): void }) {
  const { t } = useLanguage();
  const kindName = useKindName();
  const kinds = kindsFor(useViewer(), 'view');
  const [isFolded, fold] = useState(localStorage.getItem(FOLDED) !== null);
  const list = useRef<HTMLUListElement>(null);
  // Of many kinds that one is in sight.
  useEffect(() => list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }), [shown, isFolded]);
  function toggle() {
    if (isFolded) localStorage.removeItem(FOLDED);
    else localStorage.setItem(FOLDED, '');
    fold(!isFolded);
  }
  const isListed = !isFolded && kinds.some((it) => it === shown);
  return (
    <>
      <div class="folds">
        <Link href={place.path} aria-current={isHere && !isListed ? 'page' : undefined} onClick={onGo}>
          <Icon name={place.icon} />
          <span>{t(place.name)}</span>
        </Link>
        <IconButton icon={isFolded ? 'down' : 'up'} label={t('nav.kinds')} aria-expanded={!isFolded} aria-controls="kinds" onClick={toggle} />
      </div>
      <ul id="kinds" class="kinds" ref={list} hidden={isFolded} aria-label={t('nav.kinds')}>
        {kinds.map((kind) => (
          <li key={kind}>
            <Link href={`${place.path}/${kind}`} aria-current={kind === shown ? 'page' : undefined} onClick={onGo}>{kindName(kind, 2)}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}
