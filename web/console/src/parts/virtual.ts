// Which rows of a long list are drawn.

import { defaultRangeExtractor, elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import { useLayoutEffect, useReducer, useState } from 'preact/hooks';
import type { RefObject } from 'preact';

/** The row at `kept` is drawn wherever the list is: one that has the focus would lose it. */
export function useVirtual(scroller: RefObject<HTMLElement>, count: number, height: number, initialOffset: number, kept: number) {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const options = {
    count,
    initialOffset,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
    rangeExtractor: (range: Parameters<typeof defaultRangeExtractor>[0]) => {
      const shown = defaultRangeExtractor(range);
      return kept >= count || shown.includes(kept) ? shown : [...shown, kept].sort((one, other) => one - other);
    },
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
