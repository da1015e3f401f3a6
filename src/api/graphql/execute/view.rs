//! Describes the fields of a type once, for the schema and for responses.

/// Lists a type's fields: the type of each, its sentence, and what writes its value.
///
/// It makes the type an `Object` and gives it `fields`, which the schema has in this order.
macro_rules! view {
    (
        @[$($generics:tt)+] $of:ty, ($($given:ident: $is:ty)?),
        |$it:ident, $field:ident, $to:ident| {
            $($name:literal: $type:expr, $text:expr => $write:expr;)+
        }
    ) => {
        impl<$($generics)+> $of {
            /// The fields, as the schema has them.
            pub fn fields($($given: $is)?) -> Vec<async_graphql::registry::MetaField> {
                vec![$($crate::api::graphql::schema::field($name, $type, $text)),+]
            }
        }

        impl<$($generics)+> engine::execute::Object<$crate::api::graphql::execute::Graphql> for $of {
            fn write<'p>(
                &self,
                $field: &'p $crate::api::graphql::plan::Field,
                $to: &mut $crate::api::graphql::execute::Writer<'p>,
            ) {
                let $it = self;
                match $field.name.as_str() {
                    $($name => $write,)+
                    _ => $to.unknown($field),
                }
            }
        }
    };
}

pub(in crate::api::graphql) use view;
