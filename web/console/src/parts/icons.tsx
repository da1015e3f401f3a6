// Icons, drawn on a grid of 16, in the colour of the text.

const PATHS = {
  trash: 'M3 4.5h10M6.5 4V2.5h3V4M4.5 4.5l.6 9h5.8l.6-9M6.8 7v4M9.2 7v4',
  operations: 'M3 8a5 5 0 1 0 1.6-3.7M3 2.5v2.8h2.8M8 5.5V8l1.8 1.2',
  removals: 'M3 4.500c0-1.100 2.200-2 5-2s5 .9 5 2-2.200 2-5 2-5-.9-5-2zM3 4.500v7c0 1.100 2.200 2 5 2s5-.9 5-2v-7M3 8c0 1.100 2.200 2 5 2s5-.9 5-2',
  audit: 'M2 8h2.5l1.8-4.5 3 9L11.2 8H14',
  records: 'M2.5 3.5h11v9h-11zM2.5 6.5h11M6.2 6.5v6',
  inbox: 'M2.5 9l2-5.5h7l2 5.5v3.5h-11zM2.5 9h3l1 1.8h3l1-1.8h3',
  keys: 'M9.2 6.8a3 3 0 1 0-1.9 1.9L8 9.5h1.5V11H11v1.5h2.5V10.9z',
  people: 'M8 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM3 13.5c.4-2.6 2.4-4 5-4s4.600 1.400 5 4',
  translations: 'M2.500 4h6M5.500 2.500V4M7.300 4c-.6 2.500-2.300 4.200-4.600 5.200M3.800 4c.7 2 2.200 3.800 4.200 4.700M8 13.500l2.800-7 2.800 7M9 11.300h3.600',
  menu: 'M2.500 4.500h11M2.500 8h11M2.500 11.500h11',
  close: 'M4 4l8 8M12 4l-8 8',
  search: 'M7 11.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9zM10.300 10.300l3.200 3.200',
  up: 'M4 10l4-4 4 4',
  down: 'M4 6l4 4 4-4',
  sort: 'M5.500 6.500L8 4l2.500 2.500M5.500 9.500L8 12l2.500-2.500',
  back: 'M10 3.500L5.500 8l4.500 4.500',
  restore: 'M3 8a5 5 0 1 0 1.600-3.700M3 2.500v2.800h2.800',
  copy: 'M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3',
  send: 'M2.500 8L13.500 3l-3.500 10.500-2.700-4.300z',
  plus: 'M8 3v10M3 8h10',
  docs: 'M4 2.500h5.500l3 3v8H4zM9.500 2.500v3h3M6 8.500h4.500M6 11h4.500',
  out: 'M6.500 2.500h-4v11h4M6.500 8h7M10.500 5l3 3-3 3',
  lock: 'M3.500 7.500h9v6h-9zM5.500 7.500V5a2.500 2.500 0 0 1 5 0v2.500',
  unlock: 'M2.500 7.500h8v6h-8zM8.500 7.500V5a2.500 2.500 0 0 1 5 0v1.500',
  check: 'M3 8.500l3.500 3.500 6.500-8',
} as const;

export type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    <path d={PATHS[name]} />
  </svg>
);
