import type { Kind } from './documents';

export type Field = { name: string; type: string; required: boolean; list: boolean; values?: readonly string[]; description: string };
export type Column = Field & { filter?: string; order?: string };
export type Form = { name: string; argument: string; input: string; key?: { name: string; type: string }; payload: string; fields: readonly Field[] };
export type KindInfo = {
  type: string; list: string; where: string; orderBy: string; restorable: boolean; owned: boolean;
  sortable: readonly string[]; label?: string; columns: readonly Column[]; create?: Form; update?: Form;
};

export const KINDS: Record<Kind, KindInfo> = {
  "API_KEY": {
    "type": "ApiKey",
    "list": "apiKeys",
    "where": "ApiKeyFilter",
    "orderBy": "ApiKeyOrder",
    "restorable": false,
    "owned": true,
    "sortable": [
      "CREATED_AT",
      "DATABASE_ID",
      "DELETED_AT",
      "EXPIRES_AT",
      "IS_ACTIVE",
      "LAST_FOUR",
      "LAST_USED_AT",
      "NAME",
      "PREFIX",
      "UPDATED_AT",
      "UUID",
      "VERSION"
    ],
    "label": "name",
    "columns": [
      {
        "name": "expiresAt",
        "type": "DateTime",
        "required": false,
        "list": false,
        "description": "When it expires, such as 2030-12-31T23:59:59Z; null if it doesn't.",
        "filter": "DateTimeFilter",
        "order": "EXPIRES_AT"
      },
      {
        "name": "lastFour",
        "type": "String",
        "required": false,
        "list": false,
        "description": "Last four characters of its value, for recognition; null if the value was not generated.",
        "filter": "TextFilter",
        "order": "LAST_FOUR"
      },
      {
        "name": "lastUsedAt",
        "type": "DateTime",
        "required": false,
        "list": false,
        "description": "When it was last used, accurate to a minute; null if never.",
        "filter": "DateTimeFilter",
        "order": "LAST_USED_AT"
      },
      {
        "name": "metadata",
        "type": "JSONObject",
        "required": false,
        "list": false,
        "description": "Additional data: any JSON object."
      },
      {
        "name": "name",
        "type": "String",
        "required": true,
        "list": false,
        "description": "Name of the key, such as Order feed.",
        "filter": "TextFilter",
        "order": "NAME"
      },
      {
        "name": "permissions",
        "type": "String",
        "required": true,
        "list": true,
        "description": "Names of the permissions it may use, such as reports.view."
      },
      {
        "name": "prefix",
        "type": "String",
        "required": false,
        "list": false,
        "description": "First characters of its value, for recognition, such as rsak_3f9a; null if the value was not generated.",
        "filter": "TextFilter",
        "order": "PREFIX"
      },
      {
        "name": "uuid",
        "type": "UUID",
        "required": true,
        "list": false,
        "description": "Public key of the record.",
        "filter": "UUIDFilter",
        "order": "UUID"
      }
    ],
    "create": {
      "name": "createApiKey",
      "argument": "input",
      "input": "CreateApiKeyInput",
      "payload": "apiKey",
      "fields": [
        {
          "name": "expiresAt",
          "type": "DateTime",
          "required": false,
          "list": false,
          "description": "When it expires, such as 2030-12-31T23:59:59Z; null if it doesn't."
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": false,
          "list": false,
          "description": "Whether the key is accepted."
        },
        {
          "name": "metadata",
          "type": "JSONObject",
          "required": false,
          "list": false,
          "description": "Additional data: any JSON object of at most 64 KiB."
        },
        {
          "name": "name",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Name of the key, 1 to 255 characters."
        },
        {
          "name": "permissions",
          "type": "String",
          "required": false,
          "list": true,
          "description": "Names of the permissions it may use, such as reports.view."
        },
        {
          "name": "user",
          "type": "ID",
          "required": false,
          "list": false,
          "description": "The same as userId, by global id; one of the two."
        },
        {
          "name": "userId",
          "type": "BigInt",
          "required": false,
          "list": false,
          "description": "Id of the user it acts as; the caller if absent."
        }
      ]
    },
    "update": {
      "name": "updateApiKey",
      "argument": "changes",
      "input": "ApiKeyChanges",
      "key": {
        "name": "uuid",
        "type": "UUID!"
      },
      "payload": "apiKey",
      "fields": [
        {
          "name": "expiresAt",
          "type": "DateTime",
          "required": false,
          "list": false,
          "description": "When it expires, such as 2030-12-31T23:59:59Z; null if it doesn't."
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": true,
          "list": false,
          "description": "Whether the key is accepted."
        },
        {
          "name": "metadata",
          "type": "JSONObject",
          "required": false,
          "list": false,
          "description": "Additional data: any JSON object of at most 64 KiB."
        },
        {
          "name": "name",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Name of the key, 1 to 255 characters."
        },
        {
          "name": "permissions",
          "type": "String",
          "required": true,
          "list": true,
          "description": "Names of the permissions it may use, such as reports.view."
        }
      ]
    }
  },
  "APPLICATION": {
    "type": "Application",
    "list": "applications",
    "where": "ApplicationFilter",
    "orderBy": "ApplicationOrder",
    "restorable": true,
    "owned": true,
    "sortable": [
      "CREATED_AT",
      "DATABASE_ID",
      "DELETED_AT",
      "IS_ACTIVE",
      "TITLE",
      "UPDATED_AT",
      "UUID",
      "VERSION"
    ],
    "label": "title",
    "columns": [
      {
        "name": "title",
        "type": "String",
        "required": true,
        "list": false,
        "description": "Title of the application, such as Berth planner.",
        "filter": "TextFilter",
        "order": "TITLE"
      },
      {
        "name": "uuid",
        "type": "UUID",
        "required": true,
        "list": false,
        "description": "Public key of the record.",
        "filter": "UUIDFilter",
        "order": "UUID"
      }
    ],
    "create": {
      "name": "createApplication",
      "argument": "input",
      "input": "CreateApplicationInput",
      "payload": "application",
      "fields": [
        {
          "name": "isActive",
          "type": "Boolean",
          "required": false,
          "list": false,
          "description": "Whether the record is in use; independent of deletion."
        },
        {
          "name": "title",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Title of the application, 1 to 255 characters."
        },
        {
          "name": "user",
          "type": "ID",
          "required": false,
          "list": false,
          "description": "The same as userId, by global id; one of the two."
        },
        {
          "name": "userId",
          "type": "BigInt",
          "required": false,
          "list": false,
          "description": "Id of the user that owns it; the caller if absent."
        }
      ]
    },
    "update": {
      "name": "updateApplication",
      "argument": "changes",
      "input": "ApplicationChanges",
      "key": {
        "name": "uuid",
        "type": "UUID!"
      },
      "payload": "application",
      "fields": [
        {
          "name": "isActive",
          "type": "Boolean",
          "required": true,
          "list": false,
          "description": "Whether the record is in use; independent of deletion."
        },
        {
          "name": "title",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Title of the application, 1 to 255 characters."
        }
      ]
    }
  },
  "CONTENT": {
    "type": "Content",
    "list": "contents",
    "where": "ContentFilter",
    "orderBy": "ContentOrder",
    "restorable": true,
    "owned": true,
    "sortable": [
      "CREATED_AT",
      "DATABASE_ID",
      "DELETED_AT",
      "IS_ACTIVE",
      "TITLE",
      "UPDATED_AT",
      "UUID",
      "VERSION"
    ],
    "label": "title",
    "columns": [
      {
        "name": "title",
        "type": "String",
        "required": true,
        "list": false,
        "description": "Title of the content, such as Opening hours.",
        "filter": "TextFilter",
        "order": "TITLE"
      },
      {
        "name": "uuid",
        "type": "UUID",
        "required": true,
        "list": false,
        "description": "Public key of the record.",
        "filter": "UUIDFilter",
        "order": "UUID"
      }
    ],
    "create": {
      "name": "createContent",
      "argument": "input",
      "input": "CreateContentInput",
      "payload": "content",
      "fields": [
        {
          "name": "isActive",
          "type": "Boolean",
          "required": false,
          "list": false,
          "description": "Whether the record is in use; independent of deletion."
        },
        {
          "name": "title",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Title of the content, 1 to 255 characters."
        },
        {
          "name": "user",
          "type": "ID",
          "required": false,
          "list": false,
          "description": "The same as userId, by global id; one of the two."
        },
        {
          "name": "userId",
          "type": "BigInt",
          "required": false,
          "list": false,
          "description": "Id of the user that owns it; the caller if absent."
        }
      ]
    },
    "update": {
      "name": "updateContent",
      "argument": "changes",
      "input": "ContentChanges",
      "key": {
        "name": "uuid",
        "type": "UUID!"
      },
      "payload": "content",
      "fields": [
        {
          "name": "isActive",
          "type": "Boolean",
          "required": true,
          "list": false,
          "description": "Whether the record is in use; independent of deletion."
        },
        {
          "name": "title",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Title of the content, 1 to 255 characters."
        }
      ]
    }
  },
  "CURRENCY": {
    "type": "Currency",
    "list": "currencies",
    "where": "CurrencyFilter",
    "orderBy": "CurrencyOrder",
    "restorable": true,
    "owned": false,
    "sortable": [
      "CODE",
      "CREATED_AT",
      "DATABASE_ID",
      "DELETED_AT",
      "IS_ACTIVE",
      "NAME",
      "SYMBOL",
      "UPDATED_AT",
      "VERSION"
    ],
    "label": "name",
    "columns": [
      {
        "name": "code",
        "type": "String",
        "required": true,
        "list": false,
        "description": "Code of the currency, its key, such as EUR.",
        "filter": "TextFilter",
        "order": "CODE"
      },
      {
        "name": "name",
        "type": "String",
        "required": true,
        "list": false,
        "description": "Name of the currency, such as Euro.",
        "filter": "TextFilter",
        "order": "NAME"
      },
      {
        "name": "symbol",
        "type": "String",
        "required": false,
        "list": false,
        "description": "Symbol of the currency, such as €.",
        "filter": "TextFilter",
        "order": "SYMBOL"
      }
    ],
    "create": {
      "name": "createCurrency",
      "argument": "input",
      "input": "CreateCurrencyInput",
      "payload": "currency",
      "fields": [
        {
          "name": "code",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Code of ISO 4217, such as EUR; unique among all currencies, including deleted ones."
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": false,
          "list": false,
          "description": "Whether the record is in use; independent of deletion."
        },
        {
          "name": "name",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Name of the currency, 1 to 255 characters."
        },
        {
          "name": "symbol",
          "type": "String",
          "required": false,
          "list": false,
          "description": "Symbol of the currency, such as €, 1 to 255 characters."
        }
      ]
    },
    "update": {
      "name": "updateCurrency",
      "argument": "changes",
      "input": "CurrencyChanges",
      "key": {
        "name": "code",
        "type": "String!"
      },
      "payload": "currency",
      "fields": [
        {
          "name": "code",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Code of ISO 4217, such as EUR; unique among all currencies, including deleted ones."
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": true,
          "list": false,
          "description": "Whether the record is in use; independent of deletion."
        },
        {
          "name": "name",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Name of the currency, 1 to 255 characters."
        },
        {
          "name": "symbol",
          "type": "String",
          "required": false,
          "list": false,
          "description": "Symbol of the currency, such as €, 1 to 255 characters."
        }
      ]
    }
  },
  "CUSTOMER": {
    "type": "Customer",
    "list": "customers",
    "where": "CustomerFilter",
    "orderBy": "CustomerOrder",
    "restorable": true,
    "owned": true,
    "sortable": [
      "COMPANY_NAME",
      "CREATED_AT",
      "DATABASE_ID",
      "DELETED_AT",
      "IS_ACTIVE",
      "UPDATED_AT",
      "UUID",
      "VERSION"
    ],
    "label": "companyName",
    "columns": [
      {
        "name": "companyName",
        "type": "String",
        "required": true,
        "list": false,
        "description": "Name of the company, such as Lantern Ltd.",
        "filter": "TextFilter",
        "order": "COMPANY_NAME"
      },
      {
        "name": "uuid",
        "type": "UUID",
        "required": true,
        "list": false,
        "description": "Public key of the record.",
        "filter": "UUIDFilter",
        "order": "UUID"
      }
    ],
    "create": {
      "name": "createCustomer",
      "argument": "input",
      "input": "CreateCustomerInput",
      "payload": "customer",
      "fields": [
        {
          "name": "companyName",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Name of the company, 1 to 255 characters."
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": false,
          "list": false,
          "description": "Whether the record is in use; independent of deletion."
        },
        {
          "name": "user",
          "type": "ID",
          "required": false,
          "list": false,
          "description": "The same as userId, by global id; one of the two."
        },
        {
          "name": "userId",
          "type": "BigInt",
          "required": false,
          "list": false,
          "description": "Id of the user that owns it; the caller if absent."
        }
      ]
    },
    "update": {
      "name": "updateCustomer",
      "argument": "changes",
      "input": "CustomerChanges",
      "key": {
        "name": "uuid",
        "type": "UUID!"
      },
      "payload": "customer",
      "fields": [
        {
          "name": "companyName",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Name of the company, 1 to 255 characters."
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": true,
          "list": false,
          "description": "Whether the record is in use; independent of deletion."
        }
      ]
    }
  },
  "INTEGRATION": {
    "type": "Integration",
    "list": "integrations",
    "where": "IntegrationFilter",
    "orderBy": "IntegrationOrder",
    "restorable": true,
    "owned": true,
    "sortable": [
      "CREATED_AT",
      "DATABASE_ID",
      "DELETED_AT",
      "IS_ACTIVE",
      "NAME",
      "TYPE",
      "UPDATED_AT",
      "UUID",
      "VERSION"
    ],
    "label": "name",
    "columns": [
      {
        "name": "name",
        "type": "String",
        "required": true,
        "list": false,
        "description": "Name of the integration, such as Order feed.",
        "filter": "TextFilter",
        "order": "NAME"
      },
      {
        "name": "type",
        "type": "String",
        "required": false,
        "list": false,
        "description": "The type of the connection, any text, such as webhook.",
        "filter": "TextFilter",
        "order": "TYPE"
      },
      {
        "name": "uuid",
        "type": "UUID",
        "required": true,
        "list": false,
        "description": "Public key of the record.",
        "filter": "UUIDFilter",
        "order": "UUID"
      }
    ],
    "create": {
      "name": "createIntegration",
      "argument": "input",
      "input": "CreateIntegrationInput",
      "payload": "integration",
      "fields": [
        {
          "name": "isActive",
          "type": "Boolean",
          "required": false,
          "list": false,
          "description": "Whether the record is in use; independent of deletion."
        },
        {
          "name": "name",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Name of the integration, 1 to 255 characters."
        },
        {
          "name": "type",
          "type": "String",
          "required": false,
          "list": false,
          "description": "The type of the connection, such as webhook, 1 to 255 characters."
        },
        {
          "name": "user",
          "type": "ID",
          "required": false,
          "list": false,
          "description": "The same as userId, by global id; one of the two."
        },
        {
          "name": "userId",
          "type": "BigInt",
          "required": false,
          "list": false,
          "description": "Id of the user that owns it; the caller if absent."
        }
      ]
    },
    "update": {
      "name": "updateIntegration",
      "argument": "changes",
      "input": "IntegrationChanges",
      "key": {
        "name": "uuid",
        "type": "UUID!"
      },
      "payload": "integration",
      "fields": [
        {
          "name": "isActive",
          "type": "Boolean",
          "required": true,
          "list": false,
          "description": "Whether the record is in use; independent of deletion."
        },
        {
          "name": "name",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Name of the integration, 1 to 255 characters."
        },
        {
          "name": "type",
          "type": "String",
          "required": false,
          "list": false,
          "description": "The type of the connection, such as webhook, 1 to 255 characters."
        }
      ]
    }
  },
  "LOCALE": {
    "type": "Locale",
    "list": "locales",
    "where": "LocaleFilter",
    "orderBy": "LocaleOrder",
    "restorable": true,
    "owned": false,
    "sortable": [
      "CODE",
      "CREATED_AT",
      "DATABASE_ID",
      "DELETED_AT",
      "IS_ACTIVE",
      "NAME",
      "NATIVE_NAME",
      "SORT_ORDER",
      "UPDATED_AT",
      "VERSION"
    ],
    "label": "name",
    "columns": [
      {
        "name": "code",
        "type": "String",
        "required": true,
        "list": false,
        "description": "Language tag of the locale, its key, such as pt-BR.",
        "filter": "TextFilter",
        "order": "CODE"
      },
      {
        "name": "name",
        "type": "String",
        "required": true,
        "list": false,
        "description": "English name, such as Brazilian Portuguese.",
        "filter": "TextFilter",
        "order": "NAME"
      },
      {
        "name": "nativeName",
        "type": "String",
        "required": false,
        "list": false,
        "description": "Name in the language itself, such as Português (Brasil).",
        "filter": "TextFilter",
        "order": "NATIVE_NAME"
      },
      {
        "name": "sortOrder",
        "type": "Int",
        "required": true,
        "list": false,
        "description": "Position in lists, from 0.",
        "filter": "IntFilter",
        "order": "SORT_ORDER"
      }
    ],
    "create": {
      "name": "createLocale",
      "argument": "input",
      "input": "CreateLocaleInput",
      "payload": "locale",
      "fields": [
        {
          "name": "code",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Language tag, such as pt-BR; unique among all locales, including deleted ones."
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": false,
          "list": false,
          "description": "Whether the locale is in use."
        },
        {
          "name": "name",
          "type": "String",
          "required": true,
          "list": false,
          "description": "English name, 1 to 255 characters."
        },
        {
          "name": "nativeName",
          "type": "String",
          "required": false,
          "list": false,
          "description": "Name in the language itself, 1 to 255 characters."
        },
        {
          "name": "sortOrder",
          "type": "Int",
          "required": false,
          "list": false,
          "description": "Position in lists, from 0 to 2,147,483,647."
        }
      ]
    },
    "update": {
      "name": "updateLocale",
      "argument": "changes",
      "input": "LocaleChanges",
      "key": {
        "name": "code",
        "type": "String!"
      },
      "payload": "locale",
      "fields": [
        {
          "name": "code",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Language tag, such as pt-BR; unique among all locales, including deleted ones."
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": true,
          "list": false,
          "description": "Whether the locale is in use."
        },
        {
          "name": "name",
          "type": "String",
          "required": true,
          "list": false,
          "description": "English name, 1 to 255 characters."
        },
        {
          "name": "nativeName",
          "type": "String",
          "required": false,
          "list": false,
          "description": "Name in the language itself, 1 to 255 characters."
        },
        {
          "name": "sortOrder",
          "type": "Int",
          "required": true,
          "list": false,
          "description": "Position in lists, from 0 to 2,147,483,647."
        }
      ]
    }
  },
  "NOTIFICATION": {
    "type": "Notification",
    "list": "notifications",
    "where": "NotificationFilter",
    "orderBy": "NotificationOrder",
    "restorable": true,
    "owned": true,
    "sortable": [
      "CREATED_AT",
      "DATABASE_ID",
      "DELETED_AT",
      "IS_ACTIVE",
      "IS_READ",
      "READ_AT",
      "TITLE",
      "TYPE",
      "UPDATED_AT",
      "UUID",
      "VERSION"
    ],
    "label": "title",
    "columns": [
      {
        "name": "actionUrl",
        "type": "String",
        "required": false,
        "list": false,
        "description": "Where a click leads, such as /reports/7: an http or https URL, or a path on this site."
      },
      {
        "name": "isRead",
        "type": "Boolean",
        "required": true,
        "list": false,
        "description": "Whether the recipient has read it.",
        "filter": "BooleanFilter",
        "order": "IS_READ"
      },
      {
        "name": "message",
        "type": "String",
        "required": true,
        "list": false,
        "description": "The text of the notification, 1 to 65,535 characters."
      },
      {
        "name": "metadata",
        "type": "JSONObject",
        "required": false,
        "list": false,
        "description": "Additional data: any JSON object."
      },
      {
        "name": "readAt",
        "type": "DateTime",
        "required": false,
        "list": false,
        "description": "When the recipient read it; null if unread.",
        "filter": "DateTimeFilter",
        "order": "READ_AT"
      },
      {
        "name": "title",
        "type": "String",
        "required": true,
        "list": false,
        "description": "The title.",
        "filter": "TextFilter",
        "order": "TITLE"
      },
      {
        "name": "type",
        "type": "NotificationType",
        "required": true,
        "list": false,
        "values": [
          "ERROR",
          "INFO",
          "SUCCESS",
          "WARNING"
        ],
        "description": "The type of the notification.",
        "filter": "NotificationTypeFilter",
        "order": "TYPE"
      },
      {
        "name": "uuid",
        "type": "UUID",
        "required": true,
        "list": false,
        "description": "Public key of the record.",
        "filter": "UUIDFilter",
        "order": "UUID"
      }
    ],
    "update": {
      "name": "updateNotification",
      "argument": "changes",
      "input": "NotificationChanges",
      "key": {
        "name": "uuid",
        "type": "UUID!"
      },
      "payload": "notification",
      "fields": [
        {
          "name": "actionUrl",
          "type": "String",
          "required": false,
          "list": false,
          "description": "Where a click leads, such as /reports/7: an http or https URL, or a path on this site."
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": true,
          "list": false,
          "description": "Whether the notification is in use."
        },
        {
          "name": "message",
          "type": "String",
          "required": true,
          "list": false,
          "description": "The text, 1 to 65,535 characters."
        },
        {
          "name": "metadata",
          "type": "JSONObject",
          "required": false,
          "list": false,
          "description": "Additional data: any JSON object of at most 64 KiB."
        },
        {
          "name": "title",
          "type": "String",
          "required": true,
          "list": false,
          "description": "The title, 1 to 255 characters."
        },
        {
          "name": "type",
          "type": "NotificationType",
          "required": true,
          "list": false,
          "values": [
            "ERROR",
            "INFO",
            "SUCCESS",
            "WARNING"
          ],
          "description": "The type of the notification."
        }
      ]
    }
  },
  "ORGANIZATION": {
    "type": "Organization",
    "list": "organizations",
    "where": "OrganizationFilter",
    "orderBy": "OrganizationOrder",
    "restorable": true,
    "owned": true,
    "sortable": [
      "CREATED_AT",
      "DATABASE_ID",
      "DELETED_AT",
      "IS_ACTIVE",
      "ORGANIZATION_NAME",
      "UPDATED_AT",
      "UUID",
      "VERSION"
    ],
    "label": "organizationName",
    "columns": [
      {
        "name": "organizationName",
        "type": "String",
        "required": true,
        "list": false,
        "description": "Name of the organization, such as Harbour Mills.",
        "filter": "TextFilter",
        "order": "ORGANIZATION_NAME"
      },
      {
        "name": "uuid",
        "type": "UUID",
        "required": true,
        "list": false,
        "description": "Public key of the record.",
        "filter": "UUIDFilter",
        "order": "UUID"
      }
    ],
    "create": {
      "name": "createOrganization",
      "argument": "input",
      "input": "CreateOrganizationInput",
      "payload": "organization",
      "fields": [
        {
          "name": "isActive",
          "type": "Boolean",
          "required": false,
          "list": false,
          "description": "Whether the record is in use; independent of deletion."
        },
        {
          "name": "organizationName",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Name of the organization, 1 to 255 characters."
        },
        {
          "name": "user",
          "type": "ID",
          "required": false,
          "list": false,
          "description": "The same as userId, by global id; one of the two."
        },
        {
          "name": "userId",
          "type": "BigInt",
          "required": false,
          "list": false,
          "description": "Id of the user that owns it; the caller if absent."
        }
      ]
    },
    "update": {
      "name": "updateOrganization",
      "argument": "changes",
      "input": "OrganizationChanges",
      "key": {
        "name": "uuid",
        "type": "UUID!"
      },
      "payload": "organization",
      "fields": [
        {
          "name": "isActive",
          "type": "Boolean",
          "required": true,
          "list": false,
          "description": "Whether the record is in use; independent of deletion."
        },
        {
          "name": "organizationName",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Name of the organization, 1 to 255 characters."
        }
      ]
    }
  },
  "REPORT": {
    "type": "Report",
    "list": "reports",
    "where": "ReportFilter",
    "orderBy": "ReportOrder",
    "restorable": true,
    "owned": true,
    "sortable": [
      "CREATED_AT",
      "DATABASE_ID",
      "DELETED_AT",
      "IS_ACTIVE",
      "TITLE",
      "UPDATED_AT",
      "UUID",
      "VERSION"
    ],
    "label": "title",
    "columns": [
      {
        "name": "title",
        "type": "String",
        "required": true,
        "list": false,
        "description": "Title of the report, such as Arrivals in May.",
        "filter": "TextFilter",
        "order": "TITLE"
      },
      {
        "name": "uuid",
        "type": "UUID",
        "required": true,
        "list": false,
        "description": "Public key of the record.",
        "filter": "UUIDFilter",
        "order": "UUID"
      }
    ],
    "create": {
      "name": "createReport",
      "argument": "input",
      "input": "CreateReportInput",
      "payload": "report",
      "fields": [
        {
          "name": "isActive",
          "type": "Boolean",
          "required": false,
          "list": false,
          "description": "Whether the record is in use; independent of deletion."
        },
        {
          "name": "title",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Title of the report, 1 to 255 characters."
        },
        {
          "name": "user",
          "type": "ID",
          "required": false,
          "list": false,
          "description": "The same as userId, by global id; one of the two."
        },
        {
          "name": "userId",
          "type": "BigInt",
          "required": false,
          "list": false,
          "description": "Id of the user that owns it; the caller if absent."
        }
      ]
    },
    "update": {
      "name": "updateReport",
      "argument": "changes",
      "input": "ReportChanges",
      "key": {
        "name": "uuid",
        "type": "UUID!"
      },
      "payload": "report",
      "fields": [
        {
          "name": "isActive",
          "type": "Boolean",
          "required": true,
          "list": false,
          "description": "Whether the record is in use; independent of deletion."
        },
        {
          "name": "title",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Title of the report, 1 to 255 characters."
        }
      ]
    }
  },
  "TRANSLATION": {
    "type": "Translation",
    "list": "translations",
    "where": "TranslationFilter",
    "orderBy": "TranslationOrder",
    "restorable": true,
    "owned": false,
    "sortable": [
      "CREATED_AT",
      "DATABASE_ID",
      "DELETED_AT",
      "GROUP",
      "IS_ACTIVE",
      "KEY",
      "LOCALE",
      "UPDATED_AT",
      "VERSION"
    ],
    "label": "key",
    "columns": [
      {
        "name": "group",
        "type": "String",
        "required": true,
        "list": false,
        "description": "Group of texts that frontends load together, such as buttons.",
        "filter": "TextFilter",
        "order": "GROUP"
      },
      {
        "name": "key",
        "type": "String",
        "required": true,
        "list": false,
        "description": "Key that frontends look it up by, such as undo.",
        "filter": "TextFilter",
        "order": "KEY"
      },
      {
        "name": "locale",
        "type": "String",
        "required": true,
        "list": false,
        "description": "Code of its locale, such as pt-BR.",
        "filter": "TextFilter",
        "order": "LOCALE"
      },
      {
        "name": "value",
        "type": "String",
        "required": true,
        "list": false,
        "description": "The translated text."
      }
    ],
    "create": {
      "name": "createTranslation",
      "argument": "input",
      "input": "CreateTranslationInput",
      "payload": "translation",
      "fields": [
        {
          "name": "group",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Group of texts that frontends load together, 1 to 255 characters."
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": false,
          "list": false,
          "description": "Whether the record is in use; independent of deletion."
        },
        {
          "name": "key",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Key that frontends look it up by, 1 to 255 characters."
        },
        {
          "name": "locale",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Code of its locale, such as pt-BR."
        },
        {
          "name": "value",
          "type": "String",
          "required": true,
          "list": false,
          "description": "The translated text, at most 65,535 characters."
        }
      ]
    },
    "update": {
      "name": "updateTranslation",
      "argument": "changes",
      "input": "TranslationChanges",
      "key": {
        "name": "id",
        "type": "ID"
      },
      "payload": "translation",
      "fields": [
        {
          "name": "group",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Group of texts that frontends load together, 1 to 255 characters."
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": true,
          "list": false,
          "description": "Whether the record is in use; independent of deletion."
        },
        {
          "name": "key",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Key that frontends look it up by, 1 to 255 characters."
        },
        {
          "name": "locale",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Code of its locale, such as pt-BR."
        },
        {
          "name": "value",
          "type": "String",
          "required": true,
          "list": false,
          "description": "The translated text, at most 65,535 characters."
        }
      ]
    }
  },
  "USER": {
    "type": "User",
    "list": "users",
    "where": "UserFilter",
    "orderBy": "UserOrder",
    "restorable": true,
    "owned": false,
    "sortable": [
      "CREATED_AT",
      "DATABASE_ID",
      "DELETED_AT",
      "EMAIL",
      "IS_ACTIVE",
      "UPDATED_AT",
      "UUID",
      "VERSION"
    ],
    "label": "email",
    "columns": [
      {
        "name": "email",
        "type": "String",
        "required": true,
        "list": false,
        "description": "Email address, such as erin@example.com.",
        "filter": "TextFilter",
        "order": "EMAIL"
      },
      {
        "name": "uuid",
        "type": "UUID",
        "required": true,
        "list": false,
        "description": "Public key of the record.",
        "filter": "UUIDFilter",
        "order": "UUID"
      }
    ],
    "create": {
      "name": "createUser",
      "argument": "input",
      "input": "CreateUserInput",
      "payload": "user",
      "fields": [
        {
          "name": "email",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Email address, such as erin@example.com; unique among all users, including deleted ones."
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": false,
          "list": false,
          "description": "Whether the account can sign in; independent of deletion."
        }
      ]
    },
    "update": {
      "name": "updateUser",
      "argument": "changes",
      "input": "UserChanges",
      "key": {
        "name": "uuid",
        "type": "UUID!"
      },
      "payload": "user",
      "fields": [
        {
          "name": "email",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Email address, such as erin@example.com; unique among all users, including deleted ones."
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": true,
          "list": false,
          "description": "Whether the account can sign in; independent of deletion."
        }
      ]
    }
  }
};
export const KIND_NAMES = ["API_KEY","APPLICATION","CONTENT","CURRENCY","CUSTOMER","INTEGRATION","LOCALE","NOTIFICATION","ORGANIZATION","REPORT","TRANSLATION","USER"] as readonly Kind[];

export const MUTATIONS: ReadonlySet<string> = new Set(["cancelOperation","createAccessToken","createApiKey","createApplication","createContent","createCurrency","createCustomer","createIntegration","createLocale","createOrganization","createReport","createRole","createTranslation","createUser","delete","deleteMany","grant","importTranslations","markAllNotificationsRead","markNotificationsRead","replaceApiKey","replaceApplication","replaceContent","replaceCurrency","replaceCustomer","replaceIntegration","replaceLocale","replaceNotification","replaceOrganization","replaceReport","replaceTranslation","replaceUser","restore","restoreMany","revert","revoke","revokeAccessToken","rotateApiKey","sendNotification","sendNotifications","signOut","undo","updateApiKey","updateApplication","updateContent","updateCurrency","updateCustomer","updateIntegration","updateLocale","updateNotification","updateOrganization","updateReport","updateRole","updateTranslation","updateUser"]);
