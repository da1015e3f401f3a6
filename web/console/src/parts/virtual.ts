// Which rows of a long list are drawn.

import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import { useLayoutEffect, useReducer, useState } from 'preact/hooks';
import type { RefObject } from 'preact';

export function useVirtual(scroller: RefObject<HTMLElement>, count: number, height: number, initialOffset: number) {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const options = {
    count,
    initialOffset,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => redraw(0),
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());
  useLayoutEffect(() => virtualizer.measure(), [height]);
  return virtualizer;
}
