/** A text, or its forms by number. */
export type Text = string | { one?: string; other: string; zero?: string };

/** A name of the schema in words: “nativeName” is “Native name”, “PURCHASE_ORDER” is “Purchase order”. */
export function humanize(name: string) {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/_/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
