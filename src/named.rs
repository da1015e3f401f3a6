//! Enums whose values have names.

/// Defines an enum with the name of each value, and the list of all of them.
macro_rules! named {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $type:ident by $name:ident {
            $($(#[$about:meta])* $value:ident = $text:expr,)+
        }
    ) => {
        $(#[$attribute])*
        $visibility enum $type {
            $($(#[$about])* $value,)+
        }

        impl $type {
            /// All of them, in order.
            pub const ALL: [Self; [$($text),+].len()] = [$(Self::$value),+];

            /// The name, as it is stored, shown and logged.
            pub const fn $name(self) -> &'static str {
                match self {
                    $(Self::$value => $text,)+
                }
            }
        }
    };
}
