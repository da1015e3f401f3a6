/** A text, or its forms by number. */
export type Text = string | { one?: string; other: string; zero?: string };
