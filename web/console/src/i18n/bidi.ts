// Values that are written from right to left, or that say in which direction they are, within sentences.

const TURNS = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const CONTROLS = /[\u2066-\u2069]/g;
const END = '\u2069';

/** A value that turns nothing around it: what it opens is closed, and it closes nothing else. */
export function isolated(value: string) {
  if (!TURNS.test(value)) return value;
  let open = 0;
  const own = value.replace(CONTROLS, (it) => {
    if (it !== END) open += 1;
    else if (open === 0) return '';
    else open -= 1;
    return it;
  });
  return `\u2068${own}${END.repeat(open + 1)}`;
}
