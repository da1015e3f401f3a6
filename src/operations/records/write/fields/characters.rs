//! Characters that show nothing (D31, D34), of Unicode 16.

use std::{ops::RangeInclusive, sync::LazyLock};

/// Control (Cc), format (Cf) and private (Co) characters, and separators of lines.
static HIDDEN: LazyLock<Vec<RangeInclusive<u32>>> = LazyLock::new(|| {
    ranges(
        "0-1f 7f-9f ad-ad 600-605 61c-61c 6dd-6dd 70f-70f 890-891 8e2-8e2 180e-180e 200b-200f \
         2028-202e 2060-206f e000-f8ff feff-feff fff0-fffb 110bd-110bd 110cd-110cd 13430-1343f \
         1bca0-1bca3 1d173-1d17a e0000-e007f f0000-ffffd 100000-10fffd",
    )
});

/// Fillers, selectors of variants and the empty pattern of Braille.
static BLANK: LazyLock<Vec<RangeInclusive<u32>>> = LazyLock::new(|| {
    ranges(
        "34f-34f 115f-1160 17b4-17b5 180b-180f 2800-2800 3164-3164 fe00-fe0f ffa0-ffa0 16fe4-16fe4 \
         1d159-1d159 e0100-e01ef",
    )
});

/// Whether a character is hidden, so that a text may not be what it shows.
pub fn is_hidden(c: char) -> bool {
    HIDDEN.iter().any(|range| range.contains(&c.into()))
}

/// Whether a text has something to see.
pub fn is_visible(text: &str) -> bool {
    let is_blank = |c: char| BLANK.iter().any(|range| range.contains(&c.into()));
    !text.chars().all(|c| c.is_whitespace() || is_hidden(c) || is_blank(c))
}

/// The hidden characters in a set of a regular expression; with `blank` those that show nothing too.
/// Dialects agree on the first plane alone.
pub fn pattern_set(blank: bool) -> String {
    let ranges = HIDDEN.iter().chain(BLANK.iter().filter(|_| blank));
    let ranges = ranges.filter(|range| *range.end() <= 0xFFFF);
    ranges.map(|range| format!("\\u{:04x}-\\u{:04x}", range.start(), range.end())).collect()
}

fn ranges(text: &str) -> Vec<RangeInclusive<u32>> {
    let point = |text| u32::from_str_radix(text, 16).ok();
    let range = |(first, last)| Some(point(first)?..=point(last)?);
    text.split(' ').filter_map(|it| it.split_once('-').and_then(range)).collect()
}
