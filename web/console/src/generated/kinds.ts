import type { KindInfo } from '../api/schema';

export type { Column, Field, Form, KindInfo } from '../api/schema';
export type RecordKind = 'API_KEY' | 'APPLICATION' | 'CONTENT' | 'CURRENCY' | 'CUSTOMER' | 'INTEGRATION' | 'LOCALE' | 'NOTIFICATION' | 'ORGANIZATION' | 'REPORT' | 'ROLE' | 'TRANSLATION' | 'USER';
export const KINDS: Readonly<Record<RecordKind, KindInfo>> = {
  "API_KEY": {
    "type": "ApiKey",
    "list": "apiKeys",
    "where": "ApiKeyFilter",
    "orderBy": "ApiKeyOrder",
    "plural": "ApiKeys",
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
        "filter": "DateTimeFilter",
        "order": "EXPIRES_AT"
      },
      {
        "name": "lastFour",
        "type": "String",
        "required": false,
        "list": false,
        "filter": "TextFilter",
        "order": "LAST_FOUR"
      },
      {
        "name": "lastUsedAt",
        "type": "DateTime",
        "required": false,
        "list": false,
        "filter": "DateTimeFilter",
        "order": "LAST_USED_AT"
      },
      {
        "name": "metadata",
        "type": "JSONObject",
        "required": false,
        "list": false
      },
      {
        "name": "name",
        "type": "String",
        "required": true,
        "list": false,
        "filter": "TextFilter",
        "order": "NAME"
      },
      {
        "name": "permissions",
        "type": "String",
        "required": true,
        "list": true
      },
      {
        "name": "prefix",
        "type": "String",
        "required": false,
        "list": false,
        "filter": "TextFilter",
        "order": "PREFIX"
      },
      {
        "name": "uuid",
        "type": "UUID",
        "required": true,
        "list": false,
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
          "description": ""
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
          "description": "Names of the permissions it may use, such as reports.view: at most 500."
        },
        {
          "name": "user",
          "type": "ID",
          "required": false,
          "list": false,
          "description": ""
        },
        {
          "name": "userId",
          "type": "BigInt",
          "required": false,
          "list": false,
          "description": "Id of the user that the key acts as."
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": false,
          "list": false,
          "description": ""
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
          "description": ""
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
          "description": "Names of the permissions it may use, such as reports.view: at most 500."
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": true,
          "list": false,
          "description": ""
        }
      ]
    }
  },
  "APPLICATION": {
    "type": "Application",
    "list": "applications",
    "where": "ApplicationFilter",
    "orderBy": "ApplicationOrder",
    "plural": "Applications",
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
        "filter": "TextFilter",
        "order": "TITLE"
      },
      {
        "name": "uuid",
        "type": "UUID",
        "required": true,
        "list": false,
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
          "description": ""
        },
        {
          "name": "userId",
          "type": "BigInt",
          "required": false,
          "list": false,
          "description": "Id of the user that owns the record."
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": false,
          "list": false,
          "description": ""
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
          "name": "title",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Title of the application, 1 to 255 characters."
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": true,
          "list": false,
          "description": ""
        }
      ]
    }
  },
  "CONTENT": {
    "type": "Content",
    "list": "contents",
    "where": "ContentFilter",
    "orderBy": "ContentOrder",
    "plural": "Contents",
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
        "filter": "TextFilter",
        "order": "TITLE"
      },
      {
        "name": "uuid",
        "type": "UUID",
        "required": true,
        "list": false,
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
          "description": ""
        },
        {
          "name": "userId",
          "type": "BigInt",
          "required": false,
          "list": false,
          "description": "Id of the user that owns the record."
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": false,
          "list": false,
          "description": ""
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
          "name": "title",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Title of the content, 1 to 255 characters."
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": true,
          "list": false,
          "description": ""
        }
      ]
    }
  },
  "CURRENCY": {
    "type": "Currency",
    "list": "currencies",
    "where": "CurrencyFilter",
    "orderBy": "CurrencyOrder",
    "plural": "Currencies",
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
        "filter": "TextFilter",
        "order": "CODE"
      },
      {
        "name": "name",
        "type": "String",
        "required": true,
        "list": false,
        "filter": "TextFilter",
        "order": "NAME"
      },
      {
        "name": "symbol",
        "type": "String",
        "required": false,
        "list": false,
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
          "description": "Code of ISO 4217, such as EUR."
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
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": false,
          "list": false,
          "description": ""
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
          "description": "Code of ISO 4217, such as EUR."
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
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": true,
          "list": false,
          "description": ""
        }
      ]
    }
  },
  "CUSTOMER": {
    "type": "Customer",
    "list": "customers",
    "where": "CustomerFilter",
    "orderBy": "CustomerOrder",
    "plural": "Customers",
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
        "filter": "TextFilter",
        "order": "COMPANY_NAME"
      },
      {
        "name": "uuid",
        "type": "UUID",
        "required": true,
        "list": false,
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
          "name": "user",
          "type": "ID",
          "required": false,
          "list": false,
          "description": ""
        },
        {
          "name": "userId",
          "type": "BigInt",
          "required": false,
          "list": false,
          "description": "Id of the user that owns the record."
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": false,
          "list": false,
          "description": ""
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
          "description": ""
        }
      ]
    }
  },
  "INTEGRATION": {
    "type": "Integration",
    "list": "integrations",
    "where": "IntegrationFilter",
    "orderBy": "IntegrationOrder",
    "plural": "Integrations",
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
        "filter": "TextFilter",
        "order": "NAME"
      },
      {
        "name": "type",
        "type": "String",
        "required": false,
        "list": false,
        "filter": "TextFilter",
        "order": "TYPE"
      },
      {
        "name": "uuid",
        "type": "UUID",
        "required": true,
        "list": false,
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
          "description": ""
        },
        {
          "name": "userId",
          "type": "BigInt",
          "required": false,
          "list": false,
          "description": "Id of the user that owns the record."
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": false,
          "list": false,
          "description": ""
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
          "name": "isActive",
          "type": "Boolean",
          "required": true,
          "list": false,
          "description": ""
        }
      ]
    }
  },
  "LOCALE": {
    "type": "Locale",
    "list": "locales",
    "where": "LocaleFilter",
    "orderBy": "LocaleOrder",
    "plural": "Locales",
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
        "filter": "TextFilter",
        "order": "CODE"
      },
      {
        "name": "name",
        "type": "String",
        "required": true,
        "list": false,
        "filter": "TextFilter",
        "order": "NAME"
      },
      {
        "name": "nativeName",
        "type": "String",
        "required": false,
        "list": false,
        "filter": "TextFilter",
        "order": "NATIVE_NAME"
      },
      {
        "name": "sortOrder",
        "type": "Int",
        "required": true,
        "list": false,
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
          "description": "Language tag, such as pt-BR."
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
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": false,
          "list": false,
          "description": ""
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
          "description": "Language tag, such as pt-BR."
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
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": true,
          "list": false,
          "description": ""
        }
      ]
    }
  },
  "NOTIFICATION": {
    "type": "Notification",
    "list": "notifications",
    "where": "NotificationFilter",
    "orderBy": "NotificationOrder",
    "plural": "Notifications",
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
        "list": false
      },
      {
        "name": "isRead",
        "type": "Boolean",
        "required": true,
        "list": false,
        "filter": "BooleanFilter",
        "order": "IS_READ"
      },
      {
        "name": "message",
        "type": "String",
        "required": true,
        "list": false
      },
      {
        "name": "metadata",
        "type": "JSONObject",
        "required": false,
        "list": false
      },
      {
        "name": "readAt",
        "type": "DateTime",
        "required": false,
        "list": false,
        "filter": "DateTimeFilter",
        "order": "READ_AT"
      },
      {
        "name": "title",
        "type": "String",
        "required": true,
        "list": false,
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
        "filter": "NotificationTypeFilter",
        "order": "TYPE"
      },
      {
        "name": "uuid",
        "type": "UUID",
        "required": true,
        "list": false,
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
          "name": "message",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Text of the notification, 1 to 65,535 characters."
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
          "description": "Title of the notification, 1 to 255 characters."
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
          "description": "Type of the notification."
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": true,
          "list": false,
          "description": ""
        }
      ]
    }
  },
  "ORGANIZATION": {
    "type": "Organization",
    "list": "organizations",
    "where": "OrganizationFilter",
    "orderBy": "OrganizationOrder",
    "plural": "Organizations",
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
        "filter": "TextFilter",
        "order": "ORGANIZATION_NAME"
      },
      {
        "name": "uuid",
        "type": "UUID",
        "required": true,
        "list": false,
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
          "description": ""
        },
        {
          "name": "userId",
          "type": "BigInt",
          "required": false,
          "list": false,
          "description": "Id of the user that owns the record."
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": false,
          "list": false,
          "description": ""
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
          "name": "organizationName",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Name of the organization, 1 to 255 characters."
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": true,
          "list": false,
          "description": ""
        }
      ]
    }
  },
  "REPORT": {
    "type": "Report",
    "list": "reports",
    "where": "ReportFilter",
    "orderBy": "ReportOrder",
    "plural": "Reports",
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
        "filter": "TextFilter",
        "order": "TITLE"
      },
      {
        "name": "uuid",
        "type": "UUID",
        "required": true,
        "list": false,
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
          "description": ""
        },
        {
          "name": "userId",
          "type": "BigInt",
          "required": false,
          "list": false,
          "description": "Id of the user that owns the record."
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": false,
          "list": false,
          "description": ""
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
          "name": "title",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Title of the report, 1 to 255 characters."
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": true,
          "list": false,
          "description": ""
        }
      ]
    }
  },
  "ROLE": {
    "type": "Role",
    "list": "rolesConnection",
    "where": "RoleFilter",
    "orderBy": "RoleOrder",
    "plural": "Roles",
    "restorable": true,
    "owned": false,
    "sortable": [
      "CREATED_AT",
      "DATABASE_ID",
      "DELETED_AT",
      "IS_ACTIVE",
      "NAME",
      "UPDATED_AT",
      "VERSION"
    ],
    "label": "name",
    "columns": [
      {
        "name": "name",
        "type": "String",
        "required": true,
        "list": false,
        "filter": "TextFilter",
        "order": "NAME"
      },
      {
        "name": "permissions",
        "type": "String",
        "required": true,
        "list": true
      }
    ],
    "create": {
      "name": "createRole",
      "argument": "input",
      "input": "CreateRoleInput",
      "payload": "role",
      "fields": [
        {
          "name": "name",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Name of the role, 1 to 255 characters, unique among roles."
        },
        {
          "name": "permissions",
          "type": "String",
          "required": false,
          "list": true,
          "description": "Names of its permissions, such as reports.view: at most 500."
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": false,
          "list": false,
          "description": ""
        }
      ]
    },
    "update": {
      "name": "updateRole",
      "argument": "changes",
      "input": "RoleChanges",
      "key": {
        "name": "id",
        "type": "ID!"
      },
      "payload": "role",
      "fields": [
        {
          "name": "name",
          "type": "String",
          "required": true,
          "list": false,
          "description": "Name of the role, 1 to 255 characters, unique among roles."
        },
        {
          "name": "permissions",
          "type": "String",
          "required": true,
          "list": true,
          "description": "Names of its permissions, such as reports.view: at most 500."
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": true,
          "list": false,
          "description": ""
        }
      ]
    }
  },
  "TRANSLATION": {
    "type": "Translation",
    "list": "translations",
    "where": "TranslationFilter",
    "orderBy": "TranslationOrder",
    "plural": "Translations",
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
        "filter": "TextFilter",
        "order": "GROUP"
      },
      {
        "name": "key",
        "type": "String",
        "required": true,
        "list": false,
        "filter": "TextFilter",
        "order": "KEY"
      },
      {
        "name": "locale",
        "type": "String",
        "required": true,
        "list": false,
        "filter": "TextFilter",
        "order": "LOCALE"
      },
      {
        "name": "value",
        "type": "String",
        "required": true,
        "list": false
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
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": false,
          "list": false,
          "description": ""
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
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": true,
          "list": false,
          "description": ""
        }
      ]
    }
  },
  "USER": {
    "type": "User",
    "list": "users",
    "where": "UserFilter",
    "orderBy": "UserOrder",
    "plural": "Users",
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
        "filter": "TextFilter",
        "order": "EMAIL"
      },
      {
        "name": "uuid",
        "type": "UUID",
        "required": true,
        "list": false,
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
          "description": "Email address, such as erin@example.com."
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": false,
          "list": false,
          "description": ""
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
          "description": "Email address, such as erin@example.com."
        },
        {
          "name": "isActive",
          "type": "Boolean",
          "required": true,
          "list": false,
          "description": ""
        }
      ]
    }
  }
};
export const KIND_NAMES = ["API_KEY","APPLICATION","CONTENT","CURRENCY","CUSTOMER","INTEGRATION","LOCALE","NOTIFICATION","ORGANIZATION","REPORT","ROLE","TRANSLATION","USER"] as readonly RecordKind[];
