// What the schema says below fields, as it writes it. The parameters are read from these.

export const server = {
  'hint.symbol': 'Symbol of the currency, such as €, {min} to {max} characters.',
  'hint.isoCode': 'Code of ISO 4217, such as EUR.',
  'hint.tag': 'Language tag, such as pt-BR.',
  'hint.englishName': 'English name, {min} to {max} characters.',
  'hint.nativeName': 'Name in the language itself, {min} to {max} characters.',
  'hint.sortOrder': 'Position in lists, from {min} to {max}.',
  'hint.link': 'Where a click leads, such as /reports/7: an http or https URL, or a path on this site.',
  'hint.message': 'Text of the notification, {min} to {max} characters.',
  'hint.type': 'Type of the notification.',
  'hint.role': 'Name of the role, {min} to {max} characters, unique among roles.',
  'hint.connection': 'The type of the connection, such as webhook, {min} to {max} characters.',
  'hint.group': 'Group of texts that frontends load together, {min} to {max} characters.',
  'hint.key': 'Key that frontends look it up by, {min} to {max} characters.',
  'hint.locale': 'Code of its locale, such as pt-BR.',
  'hint.value': 'The translated text, at most {max} characters.',
  'hint.email': 'Email address, such as erin@example.com.',
  'hint.title': 'Title of the {kind}, {min} to {max} characters.',
  'hint.name': 'Name of the {kind}, {min} to {max} characters.',
};
