//! What is wrong with fields of requests, in the words of both APIs.

adopt::coded! {
    /// What is wrong with a field of a request, as a predicate: "must be …".
    Problem:

    // Types and forms of values.
    Missing = "is required",
    Null = "must not be null",
    Bool = "must be true or false",
    Int { min: i64, max: i64 } = "must be an integer from {min} to {max}",
    Text = "must be a string",
    Nul = "must not contain NUL",
    Characters { min: usize, max: usize } = "must have {min} to {max} characters",
    Hidden = "must not have control, format or private characters",
    Invisible = "must have a visible character",
    LanguageTag = "must be a language tag, such as en, pt-BR or zh_Hant",
    CurrencyCode = "must be a currency code of three capital letters, such as EUR",
    Address = "must be like name@example.com: one @, no spaces or hidden characters",
    Link = "must be an http or https URL, or a path that begins with one /",
    OneOf { choices: String } = "must be one of {choices}",
    Only { choice: &'static str } = "must be {choice}",
    Time = "must be an RFC 3339 date-time, such as 2026-11-20T15:36:00Z",
    Object = "must be an object",
    ObjectOf { most: usize } = "must be an object without NUL, nested at most {most} deep",
    Nested { most: usize } = "must be nested at most {most} deep",
    Texts = "must be an object of texts",
    Uuid = "must be a uuid",
    Empty = "must not be empty",
    Closed { columns: String } = "is none of the columns that can be written: {columns}",
    Says { says: String } = "must fit the table: {says}",
    NoColumn = "there is no such column",
    AccountId = "must be the id of an account",
    ArrayOf { items: &'static str } = "must be an array of {items}",
    ArrayOfNames { max: usize } =
        "must be an array of strings of 1 to {max} characters, without control, format or private ones",
    AtMost { most: usize, what: &'static str } = "must have at most {most} {what}",
    NamesAtMost { most: usize, what: &'static str } = "must name at most {most} {what}",
    Past = "must be in the future",
    TooLate = "is too long",
    Overlap = "must be at most 30 days",
    Key { problem: Box<Problem> } = "has a key that {problem}",
    GivenTwice = "must be given once",
    OtherRequest = "was used for another request",
    OtherSecret = "was used before the credential got the value it has now, so that the stored response \
                   can't be decrypted",
    PurgedRecord = "was used for a record that has been purged since",

    // Other records.
    Taken = "has already been taken",
    TakenByDeleted { key: &'static str, value: String } =
        "is taken by a deleted record, with the {key} {value}",
    TakenByDeletedRole { id: i64 } = "is taken by a deleted role, which has the id {id}",
    NoAccount = "must be an existing account",
    NoRole = "must be an existing role",
    NoRecord { key: String, kind: String } = "must be the {key} of an existing {kind}",
    Renamed { most: i64, many: String, one: String } =
        "can't change while more than {most} {many} name it: create another {one}, copy its {many} in \
         parts, then delete this one",

    // Recipients, and other sets of records.
    Neither { other: &'static str } = "must be given where {other} are not",
    Both { other: &'static str } = "must not be given together with {other}",
    NoRecipient = "must name at least one account",
    UnusedRole = "must be a role that accounts have",
    LargeRole { most: usize } = "must be a role that at most {most} accounts have",
    NoAccounts { ids: String } = "must be existing accounts, unlike {ids}",
    TooLarge { count: usize, most: usize, bytes: usize } =
        "must be shorter: what is for each of {count} accounts may have {most} bytes, and has {bytes}",
    NoRoom { verb: &'static str, room: usize, what: &'static str, count: usize, most: usize } =
        "must {verb} at most {room} {what}, and not {count}: fields that share an Idempotency-Key write \
         {most} records in all",

    // What callers may lend.
    NotHeld = "may only name permissions that you hold",
    AddedNotHeld = "may only add permissions that you hold",
    RolesNotHeld = "may only name roles whose permissions you hold",
    RoleNotHeld = "has permissions that you do not hold",
    KeyNotHeld = "has permissions that you do not hold, and would get",
    SignInNotHeld = "is that of an account or API key with permissions that you do not hold",
    ExtendsItself = "can't be extended by the key itself or what it issued",
    Issuers { most: usize } = "came through {most} credentials, and goes no further",
    RoleOfRole = "can't be given to a role",
    AccountOrRole = "or a role must be given, and not both",
    Grants { most: usize } = "would be more than {most}",
    NotGranted = "must all be granted directly",
    Unnamed { most: usize } = "must be named: they are more than {most}",
    Tokens { most: u64 } = "has {most} valid access tokens: revoke some",
}

impl Problem {
    /// A value that is none of the choices.
    pub fn one_of<'c>(choices: impl IntoIterator<Item = &'c str>) -> Self {
        let choices: Vec<&str> = choices.into_iter().collect();
        Self::OneOf { choices: choices.join(", ") }
    }
}
