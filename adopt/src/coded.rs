//! What is said by code, so that clients say it in their language.

/// Defines what is said by code, with texts into which parameters are written.
///
/// As JSON each is its code with its parameters.
#[macro_export]
macro_rules! coded {
    ($(#[$meta:meta])* $of:ident:
        $($name:ident $({ $($parameter:ident: $type:ty),+ $(,)? })? = $text:literal,)+) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, ::serde::Serialize)]
        #[serde(tag = "code", rename_all = "SCREAMING_SNAKE_CASE")]
        #[expect(missing_docs, reason = "parameters are explained by the texts that have them")]
        pub enum $of {
            $(#[doc = $text] $name $({ $($parameter: $type),+ })?,)+
        }

        impl $of {
            /// All names, each with its text.
            pub const ALL: &[(&str, &str)] = &[$((stringify!($name), $text)),+];
        }

        impl ::std::fmt::Display for $of {
            fn fmt(&self, out: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                match self {
                    $(Self::$name $({ $($parameter),+ })? => write!(out, $text),)+
                }
            }
        }
    };
}
