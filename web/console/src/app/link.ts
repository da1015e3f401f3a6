// One-time links: `/console#link=…` signs in once. No server sees what stands behind `#`.

const LINK = /#link=(rsat_[0-9a-f]+)/;

/** The address of a link. */
export const linkOf = (value: string) => `${location.origin}/console#link=${value}`;

/** The value of a link in a text. */
export const valueOf = (text: string) => LINK.exec(text)?.[1];

/** The value of the link that was opened; neither “back” nor a bookmark has it any more. */
export function takeLink() {
  const value = valueOf(location.hash);
  if (value) history.replaceState(null, '', location.pathname + location.search);
  return value;
}
