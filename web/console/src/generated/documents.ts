/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** The records that the caller may act on. */
export type Access =
  /** All records. */
  | 'ALL'
  /** No records. */
  | 'NONE'
  /** The caller's own records. */
  | 'OWN';

/** The states of an operation on many records. */
export type BulkState =
  /** `cancelOperation` ended it. */
  | 'CANCELLED'
  /** All its records were changed or refused. */
  | 'DONE'
  /** Its server stopped, or an error ended it. What it has changed stays changed. The same request, after another preview, changes the rest. */
  | 'INTERRUPTED'
  /** Further batches follow. */
  | 'RUNNING';

/** The API of a call. */
export type CallVia =
  /** The GraphQL API. */
  | 'GRAPHQL'
  /** The REST API. */
  | 'REST';

/** The token to create. */
export type CreateAccessTokenInput = {
  /** When it expires, such as `2030-12-31T23:59:59Z`; in 30 days if absent, and no later than the credential of the request. */
  expiresAt?: string | null | undefined;
  /** Whether the value is that of a link, to be handed to a person: `signIn` takes it, once, within ten minutes. */
  link?: boolean | null | undefined;
  /** What the token is used for, 1 to 255 characters. */
  name?: string | null | undefined;
  /** Names of the permissions that it is limited to: at most 500. The caller must hold them. If absent, those that the caller holds now. */
  permissions?: Array<string> | null | undefined;
  /** The same as `userId`, by global id; one of the two. */
  user?: string | number | null | undefined;
  /** Id of its account; the caller's if absent. */
  userId?: number | null | undefined;
};

/** The row to create. */
export type CreateAdoptedRowInput = {
  /** The table, as `kinds.toml` calls it. */
  table: string;
  /** Its values by column, of those that `creatable` or `updatable` of the table names; at most 64 KiB. */
  values: Record<string, unknown>;
};

/** The fields of the API key to create. */
export type CreateApiKeyInput = {
  /** When it expires, such as `2030-12-31T23:59:59Z`; null if it doesn't. That of a new key is in the future. A later end takes every permission of the key. */
  expiresAt?: string | null | undefined;
  /** Whether the key is accepted. Activating it takes every permission of the key. */
  isActive?: boolean | null | undefined;
  /** Additional data: any JSON object of at most 64 KiB. */
  metadata?: Record<string, unknown> | null | undefined;
  /** Name of the key, 1 to 255 characters. */
  name: string;
  /** Names of the permissions it may use, such as `reports.view`: at most 500. The caller must hold those that it adds. */
  permissions?: Array<string> | null | undefined;
  /** The same as `userId`, by global id; one of the two. */
  user?: string | number | null | undefined;
  /** Id of the user that the key acts as; the caller if absent. */
  userId?: number | null | undefined;
};

/** The role to create. */
export type CreateRoleInput = {
  /** Whether the role grants its permissions; independent of deletion. */
  isActive?: boolean | null | undefined;
  /** Name of the role, 1 to 255 characters, unique among roles. */
  name: string;
  /** Names of its permissions, such as `reports.view`: at most 500. The caller must hold them all. */
  permissions?: Array<string> | null | undefined;
};

/** The fields of the translation to create. */
export type CreateTranslationInput = {
  /** Group of texts that frontends load together, 1 to 255 characters. */
  group: string;
  /** Whether the record is in use; independent of deletion. */
  isActive?: boolean | null | undefined;
  /** Key that frontends look it up by, 1 to 255 characters. */
  key: string;
  /** Code of its locale, such as `pt-BR`. */
  locale: string;
  /** The translated text, at most 65,535 characters. */
  value: string;
};

/** The kind of a credential. */
export type CredentialKind =
  /** An access token of an account. */
  | 'ACCESS_TOKEN'
  /** An API key. */
  | 'API_KEY'
  /** A token of the identity provider. Its name is the provider. */
  | 'IDENTITY_TOKEN';

/** The codes of errors, in `extensions.code` and in outcomes. The description of a root field names those that it answers with. */
export type ErrorCode =
  /** The change was rolled back or not made, because another part of the request failed. */
  | 'ABORTED'
  /** The record to delete is deleted already. */
  | 'ALREADY_DELETED'
  /** The request, the document or an argument is malformed or exceeds a limit. Any field can fail with it. */
  | 'BAD_REQUEST'
  /** The record has another version than `expectedVersion`, concurrent requests changed it on every attempt, no active account would hold every permission any more, an operation that runs in batches is in the way, or what was to be purged is kept. */
  | 'CONFLICT'
  /** The caller lacks a permission: one of `requiredPermissions` is enough. The list is empty for a deleted caller. */
  | 'FORBIDDEN'
  /** A defect of the service; the log has the details. Any field can fail with it. */
  | 'INTERNAL'
  /** The record to restore is not deleted. */
  | 'NOT_DELETED'
  /** The record doesn't exist, or the caller may not know whether it does. */
  | 'NOT_FOUND'
  /** The server doesn't know the document with that hash; send the document. */
  | 'PERSISTED_QUERY_NOT_FOUND'
  /** The request exceeds a budget. Any field can fail with it. */
  | 'QUERY_TOO_EXPENSIVE'
  /** Too many requests, or too many at once; try again later. Any field can fail with it. */
  | 'RATE_LIMITED'
  /** The request has no valid credential; HTTP 401. Any field can fail with it. */
  | 'UNAUTHENTICATED'
  /** The database can't be reached; a retry can succeed. Any field can fail with it. */
  | 'UNAVAILABLE'
  /** Fields of the input are invalid; all are named at once. */
  | 'VALIDATION_FAILED';

/** What to grant, and to whom. */
export type GrantInput = {
  /** Names of permissions, such as `reports.view`; `*` is every permission. At most 500. */
  permissions?: Array<string> | null | undefined;
  /** Names of roles, for an account. At most 500. */
  roles?: Array<string> | null | undefined;
  /** The account or the role. */
  to: Grantee;
};

/** An account or a role: exactly one field. */
export type Grantee =
  {   /** Name of the role, in place of an account. */
  role: string; user?: never; userId?: never; }
  |  { role?: never;   /** The same as `userId`, by global id; one of the two. */
  user: string | number; userId?: never; }
  |  { role?: never; user?: never;   /** Id of the account. */
  userId: number; };

/** The translations to import. */
export type ImportTranslationsInput = {
  /** The texts by key, at most 10,000. The key of a text in a nested object is `object.key`. */
  catalogue: Record<string, unknown>;
  /** Group of texts that frontends load together, 1 to 255 characters. */
  group: string;
  /** Code of its locale, such as `pt-BR`. */
  locale: string;
};

/** The kinds of record. */
export type Kind =
  /** A credential that acts as its owner, limited to its own permissions. */
  | 'API_KEY'
  /** An application that a user manages. */
  | 'APPLICATION'
  /** A piece of content that a user manages. */
  | 'CONTENT'
  /** A currency in which amounts are displayed. */
  | 'CURRENCY'
  /** A customer that a user manages. */
  | 'CUSTOMER'
  /** A connection to another system. */
  | 'INTEGRATION'
  /** A language of the administration interface. */
  | 'LOCALE'
  /** A message to a user, which its recipient can mark as read. */
  | 'NOTIFICATION'
  /** An organization that a user manages. */
  | 'ORGANIZATION'
  /** A report that a user manages. */
  | 'REPORT'
  /** A role: a named set of permissions that accounts can have. */
  | 'ROLE'
  /** A text of the administration interface in one language. */
  | 'TRANSLATION'
  /** An account, which has permissions and roles and can sign in. */
  | 'USER';

/** The accounts to send a notification to: exactly one field. */
export type NotificationRecipients =
  {   /** Name of the role whose members are the recipients, such as `editors`. */
  role: string; userIds?: never; users?: never; }
  |  { role?: never;   /** Ids of the recipients, at most 10,000; either these or a role. */
  userIds: Array<number>; users?: never; }
  |  { role?: never; userIds?: never;   /** The same as `userIds`, by global id; one of the two. */
  users: Array<string | number>; };

/** The type of a notification. */
export type NotificationType =
  /** An error: something failed. */
  | 'ERROR'
  /** Information: no action is needed. */
  | 'INFO'
  /** A success: something completed. */
  | 'SUCCESS'
  /** A warning: something needs attention. */
  | 'WARNING';

/** An action on a record. */
export type RecordAction =
  /** The record was created. */
  | 'CREATED'
  /** The record was deleted. */
  | 'DELETED'
  /** The record was put on hold: nothing purges or erases it. */
  | 'HELD'
  /** The record was removed permanently, and its values from all its events. */
  | 'PURGED'
  /** The record was released from its hold. */
  | 'RELEASED'
  /** The record was restored. */
  | 'RESTORED'
  /** Fields of the record were changed. */
  | 'UPDATED';

/** Which deleted records come back with a record. */
export type RestoreWith =
  /** The records to which it belongs: its owner, and the locale of a translation. And those that belong to it and that the same operation deleted. At most 500 in all. */
  | 'RELATED';

/** What to revoke, and from whom. */
export type RevokeInput = {
  /** Names of permissions, such as `reports.view`; `*` is every permission. At most 500. */
  permissions?: Array<string> | null | undefined;
  /** Names of roles, for an account. At most 500. */
  roles?: Array<string> | null | undefined;
  /** The account or the role. */
  to: Grantee;
};

/** The fields to change. */
export type RoleChanges = {
  /** Whether the role grants its permissions; independent of deletion. */
  isActive?: boolean | null | undefined;
  /** Name of the role, 1 to 255 characters, unique among roles. */
  name?: string | null | undefined;
  /** Names of its permissions, such as `reports.view`: at most 500. The caller must hold them all. */
  permissions?: Array<string> | null | undefined;
};

/** The fields of the notification to send. */
export type SendNotificationInput = {
  /** Where a click leads, such as `/reports/7`: an http or https URL, or a path on this site. */
  actionUrl?: string | null | undefined;
  /** Whether the notification is in use. */
  isActive?: boolean | null | undefined;
  /** Text of the notification, 1 to 65,535 characters. */
  message: string;
  /** Additional data: any JSON object of at most 64 KiB. */
  metadata?: Record<string, unknown> | null | undefined;
  /** The same as `senderId`, by global id; one of the two. */
  sender?: string | number | null | undefined;
  /** Id of the sender; the caller if absent. */
  senderId?: number | null | undefined;
  /** Title of the notification, 1 to 255 characters. */
  title: string;
  /** Type of the notification. */
  type: NotificationType;
  /** The same as `userId`, by global id; one of the two. */
  user?: string | number | null | undefined;
  /** Id of the recipient. */
  userId?: number | null | undefined;
};

/** The notification to send, and the accounts or the role to send it to. */
export type SendNotificationsInput = {
  /** Where a click leads, such as `/reports/7`: an http or https URL, or a path on this site. */
  actionUrl?: string | null | undefined;
  /** Whether the notification is in use. */
  isActive?: boolean | null | undefined;
  /** Text of the notification, 1 to 65,535 characters. */
  message: string;
  /** Additional data: any JSON object of at most 64 KiB. */
  metadata?: Record<string, unknown> | null | undefined;
  /**
   * Name of the role whose members are the recipients, such as `editors`.
   * @deprecated Use `to`.
   */
  role?: string | null | undefined;
  /** The same as `senderId`, by global id; one of the two. */
  sender?: string | number | null | undefined;
  /** Id of the sender; the caller if absent. */
  senderId?: number | null | undefined;
  /** Title of the notification, 1 to 255 characters. */
  title: string;
  /** The accounts to send it to; required unless a deprecated field names them. */
  to?: NotificationRecipients | null | undefined;
  /** Type of the notification. */
  type: NotificationType;
  /**
   * Ids of the recipients, at most 10,000; either these or a role.
   * @deprecated Use `to`.
   */
  userIds?: Array<number> | null | undefined;
};

/** The new values of a translation. An absent field is unchanged. */
export type TranslationChanges = {
  /** Group of texts that frontends load together, 1 to 255 characters. */
  group?: string | null | undefined;
  /** Whether the record is in use; independent of deletion. */
  isActive?: boolean | null | undefined;
  /** Key that frontends look it up by, 1 to 255 characters. */
  key?: string | null | undefined;
  /** Code of its locale, such as `pt-BR`. */
  locale?: string | null | undefined;
  /** The translated text, at most 65,535 characters. */
  value?: string | null | undefined;
};

/** An order of the trash. */
export type TrashOrder =
  /** The newest deletion first. */
  | 'DELETED_AT'
  /** The record to be purged first comes first, those kept forever last. */
  | 'PURGE_AT';

/** Which records a list includes, by their deletion. */
export type Trashed =
  /** Deleted records only. */
  | 'ONLY'
  /** Live and deleted records. */
  | 'WITH'
  /** Live records only. */
  | 'WITHOUT';

/** The row to change. */
export type UpdateAdoptedRowInput = {
  /** The values of its key, by column. */
  key: Record<string, unknown>;
  /** The table, as `kinds.toml` calls it. */
  table: string;
  /** Its values by column, of those that `creatable` or `updatable` of the table names; at most 64 KiB. */
  values: Record<string, unknown>;
  /** The version that it must have, from `adoptedRows`; any if absent. */
  version?: string | null | undefined;
};

export type RecordChangedSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type RecordChangedSubscription = { recordChanged: { position: string, event: { id: string, kind: Kind, recordId: string, operationId: string, action: RecordAction, actor:
        | { id: string }
        | { id: string }
       | null | undefined }, record:
      | { id: string, label: string, user: { id: string } | null | undefined }
      | { id: string, label: string, user: { id: string } | null | undefined }
      | { id: string, label: string, user: { id: string } | null | undefined }
      | { id: string, label: string, user: { id: string } | null | undefined }
      | { id: string, label: string, user: { id: string } | null | undefined }
      | { id: string, label: string, user: { id: string } | null | undefined }
      | { id: string, label: string, user: { id: string } | null | undefined }
      | { id: string, label: string, user: { id: string } | null | undefined }
      | { id: string, label: string, user: { id: string } | null | undefined }
      | { id: string, label: string, user: { id: string } | null | undefined }
      | { id: string, label: string, user: { id: string } | null | undefined }
      | { id: string, label: string, user: { id: string } | null | undefined }
      | { id: string, label: string, user: { id: string } | null | undefined }
     | null | undefined } };

export type AccountFragment = { email: string, deletedAt: string | null | undefined, accountId: string };

type Actor_PurgedUser_Fragment = { databaseId: number, email: string | null | undefined, accountId: string };

type Actor_User_Fragment = { databaseId: number, email: string, accountId: string };

export type ActorFragment =
  | Actor_PurgedUser_Fragment
  | Actor_User_Fragment
;

type Row_ApiKey_Fragment = { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
    | { databaseId: number, email: string | null | undefined, accountId: string }
    | { databaseId: number, email: string, accountId: string }
   | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } };

type Row_Application_Fragment = { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
    | { databaseId: number, email: string | null | undefined, accountId: string }
    | { databaseId: number, email: string, accountId: string }
   | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } };

type Row_Content_Fragment = { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
    | { databaseId: number, email: string | null | undefined, accountId: string }
    | { databaseId: number, email: string, accountId: string }
   | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } };

type Row_Currency_Fragment = { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
    | { databaseId: number, email: string | null | undefined, accountId: string }
    | { databaseId: number, email: string, accountId: string }
   | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } };

type Row_Customer_Fragment = { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
    | { databaseId: number, email: string | null | undefined, accountId: string }
    | { databaseId: number, email: string, accountId: string }
   | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } };

type Row_Integration_Fragment = { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
    | { databaseId: number, email: string | null | undefined, accountId: string }
    | { databaseId: number, email: string, accountId: string }
   | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } };

type Row_Locale_Fragment = { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
    | { databaseId: number, email: string | null | undefined, accountId: string }
    | { databaseId: number, email: string, accountId: string }
   | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } };

type Row_Notification_Fragment = { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
    | { databaseId: number, email: string | null | undefined, accountId: string }
    | { databaseId: number, email: string, accountId: string }
   | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } };

type Row_Organization_Fragment = { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
    | { databaseId: number, email: string | null | undefined, accountId: string }
    | { databaseId: number, email: string, accountId: string }
   | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } };

type Row_Report_Fragment = { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
    | { databaseId: number, email: string | null | undefined, accountId: string }
    | { databaseId: number, email: string, accountId: string }
   | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } };

type Row_Role_Fragment = { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
    | { databaseId: number, email: string | null | undefined, accountId: string }
    | { databaseId: number, email: string, accountId: string }
   | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } };

type Row_Translation_Fragment = { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
    | { databaseId: number, email: string | null | undefined, accountId: string }
    | { databaseId: number, email: string, accountId: string }
   | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } };

type Row_User_Fragment = { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
    | { databaseId: number, email: string | null | undefined, accountId: string }
    | { databaseId: number, email: string, accountId: string }
   | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } };

export type RowFragment =
  | Row_ApiKey_Fragment
  | Row_Application_Fragment
  | Row_Content_Fragment
  | Row_Currency_Fragment
  | Row_Customer_Fragment
  | Row_Integration_Fragment
  | Row_Locale_Fragment
  | Row_Notification_Fragment
  | Row_Organization_Fragment
  | Row_Report_Fragment
  | Row_Role_Fragment
  | Row_Translation_Fragment
  | Row_User_Fragment
;

export type OutcomeFragment = { id: string, changed: boolean, record:
    | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
    | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
    | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
    | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
    | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
    | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
    | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
    | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
    | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
    | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
    | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
    | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
    | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
   | null | undefined, error: { code: ErrorCode, message: string, reason: unknown, requiredPermissions: Array<string> | null | undefined } | null | undefined };

export type HoldFragment = { reason: string, since: string };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { viewer: { roles: Array<string>, permissions: Array<string>, canSend: boolean, canAudit: boolean, unreadCount: number | null | undefined, user: { id: string, databaseId: number, email: string }, credential: { id: string | null | undefined, kind: CredentialKind, name: string | null | undefined, expiresAt: string | null | undefined }, kinds: Array<{ kind: Kind, view: Access, create: Access, update: Access, delete: Access, restore: Access, purge: Access, hold: Access }> } | null | undefined, adoptedTables: Array<{ name: string, key: Array<string>, canRestore: boolean, recordsChanges: boolean, creatable: Array<string>, updatable: Array<string> }> | null | undefined };

export type UnreadQueryVariables = Exact<{ [key: string]: never; }>;


export type UnreadQuery = { viewer: { unreadCount: number | null | undefined } | null | undefined };

export type RestoreMutationVariables = Exact<{
  ids: Array<string | number> | string | number;
  with?: RestoreWith | null | undefined;
  reason?: string | null | undefined;
}>;


export type RestoreMutation = { restoreMany: { operationId: string | null | undefined, outcomes: Array<{ id: string, changed: boolean, record:
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
       | null | undefined, error: { code: ErrorCode, message: string, reason: unknown, requiredPermissions: Array<string> | null | undefined } | null | undefined }>, related: Array<{ id: string, changed: boolean, record:
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
       | null | undefined, error: { code: ErrorCode, message: string, reason: unknown, requiredPermissions: Array<string> | null | undefined } | null | undefined }> } | null | undefined };

export type DeleteMutationVariables = Exact<{
  ids: Array<string | number> | string | number;
  reason?: string | null | undefined;
}>;


export type DeleteMutation = { deleteMany: { operationId: string | null | undefined, outcomes: Array<{ id: string, changed: boolean, record:
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
       | null | undefined, error: { code: ErrorCode, message: string, reason: unknown, requiredPermissions: Array<string> | null | undefined } | null | undefined }> } | null | undefined };

export type PurgeMutationVariables = Exact<{
  ids: Array<string | number> | string | number;
  reason?: string | null | undefined;
}>;


export type PurgeMutation = { purgeMany: { operationId: string | null | undefined, outcomes: Array<{ id: string, changed: boolean, record:
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
       | null | undefined, error: { code: ErrorCode, message: string, reason: unknown, requiredPermissions: Array<string> | null | undefined } | null | undefined }> } | null | undefined };

export type UndoMutationVariables = Exact<{
  operationId: string;
  reason?: string | null | undefined;
}>;


export type UndoMutation = { undo: { operationId: string | null | undefined, outcomes: Array<{ id: string, changed: boolean, record:
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
        | { id: string, kind: Kind, version: number, deletedAt: string | null | undefined, updatedAt: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
       | null | undefined, error: { code: ErrorCode, message: string, reason: unknown, requiredPermissions: Array<string> | null | undefined } | null | undefined }>, progress: { state: BulkState, total: number, changed: number, refused: number } | null | undefined } | null | undefined };

export type ProgressFragment = { state: BulkState, total: number, changed: number, refused: number };

export type ProgressQueryVariables = Exact<{
  id: string;
}>;


export type ProgressQuery = { operation: { id: string, progress: { state: BulkState, total: number, changed: number, refused: number } | null | undefined } | null | undefined };

export type CancelMutationVariables = Exact<{
  operationId: string;
}>;


export type CancelMutation = { cancelOperation: { operationId: string | null | undefined } | null | undefined };

export type BulkFragment = { token: string, counts: Array<{ kind: Kind | null | undefined, errorCode: ErrorCode | null | undefined, count: number }>, kept: Array<{ onHold: boolean, kind: Kind | null | undefined, count: number }>, samples: Array<
    | { id: string, kind: Kind, label: string }
    | { id: string, kind: Kind, label: string }
    | { id: string, kind: Kind, label: string }
    | { id: string, kind: Kind, label: string }
    | { id: string, kind: Kind, label: string }
    | { id: string, kind: Kind, label: string }
    | { id: string, kind: Kind, label: string }
    | { id: string, kind: Kind, label: string }
    | { id: string, kind: Kind, label: string }
    | { id: string, kind: Kind, label: string }
    | { id: string, kind: Kind, label: string }
    | { id: string, kind: Kind, label: string }
    | { id: string, kind: Kind, label: string }
  > };

export type EventFragment = { id: string, kind: Kind, recordId: string, label: string | null | undefined, action: RecordAction, createdAt: string, operationId: string, changedFields: Array<string>, reason: string | null | undefined, before: Record<string, unknown> | null | undefined, after: Record<string, unknown> | null | undefined, via: CallVia | null | undefined, requestId: string | null | undefined, credentialKind: CredentialKind | null | undefined, credentialId: number | null | undefined, actor:
    | { databaseId: number, email: string | null | undefined, accountId: string }
    | { databaseId: number, email: string, accountId: string }
   | null | undefined };

export type AuditQueryVariables = Exact<{
  kinds?: Array<Kind> | Kind | null | undefined;
  actions?: Array<RecordAction> | RecordAction | null | undefined;
  actorId?: string | number | null | undefined;
  recordId?: string | number | null | undefined;
  operationId?: string | null | undefined;
  ownerId?: string | number | null | undefined;
  reason?: string | null | undefined;
  createdAfter?: string | null | undefined;
  createdBefore?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type AuditQuery = { recordEvents: { nodes: Array<{ id: string, kind: Kind, recordId: string, label: string | null | undefined, action: RecordAction, createdAt: string, operationId: string, changedFields: Array<string>, reason: string | null | undefined, before: Record<string, unknown> | null | undefined, after: Record<string, unknown> | null | undefined, via: CallVia | null | undefined, requestId: string | null | undefined, credentialKind: CredentialKind | null | undefined, credentialId: number | null | undefined, actor:
        | { databaseId: number, email: string | null | undefined, accountId: string }
        | { databaseId: number, email: string, accountId: string }
       | null | undefined }>, pageInfo: { hasNextPage: boolean, endCursor: string | null | undefined } } | null | undefined };

export type RevertMutationVariables = Exact<{
  eventId: string | number;
  reason?: string | null | undefined;
}>;


export type RevertMutation = { revert: { changedFields: Array<string>, record:
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
     | null | undefined } | null | undefined };

export type InboxQueryVariables = Exact<{
  unreadOnly: boolean;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type InboxQuery = { viewer: { unreadCount: number | null | undefined, notifications: { nodes: Array<{ uuid: string, type: NotificationType, title: string, message: string, actionUrl: string | null | undefined, isRead: boolean, readAt: string | null | undefined, id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, sender: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null | undefined } } | null | undefined } | null | undefined };

export type MarkReadMutationVariables = Exact<{
  uuids: Array<string> | string;
}>;


export type MarkReadMutation = { markNotificationsRead: { unreadCount: number, notifications: Array<{ id: string, isRead: boolean, readAt: string | null | undefined }> } | null | undefined };

export type MarkAllReadMutationVariables = Exact<{ [key: string]: never; }>;


export type MarkAllReadMutation = { markAllNotificationsRead: { count: number, unreadCount: number } | null | undefined };

export type RecipientsQueryVariables = Exact<{
  search: string;
}>;


export type RecipientsQuery = { users: { nodes: Array<{ id: string, email: string }> } | null | undefined };

export type SendMutationVariables = Exact<{
  input: SendNotificationsInput;
}>;


export type SendMutation = { sendNotifications: { count: number, operationId: string } | null | undefined };

export type SendOneMutationVariables = Exact<{
  input: SendNotificationInput;
}>;


export type SendOneMutation = { sendNotification: { notification: { id: string } } | null | undefined };

export type ApiKeysQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  trashed?: Trashed | null | undefined;
}>;


export type ApiKeysQuery = { apiKeys: { nodes: Array<{ id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, uuid: string, name: string, prefix: string | null | undefined, lastFour: string | null | undefined, permissions: Array<string>, expiresAt: string | null | undefined, lastUsedAt: string | null | undefined, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
        | { databaseId: number, email: string | null | undefined, accountId: string }
        | { databaseId: number, email: string, accountId: string }
       | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null | undefined } } | null | undefined };

export type KeyFragment = { id: string, uuid: string, name: string, prefix: string | null | undefined, lastFour: string | null | undefined, permissions: Array<string>, expiresAt: string | null | undefined, lastUsedAt: string | null | undefined };

export type CreateKeyMutationVariables = Exact<{
  input: CreateApiKeyInput;
}>;


export type CreateKeyMutation = { createApiKey: { value: string, apiKey: { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, uuid: string, name: string, prefix: string | null | undefined, lastFour: string | null | undefined, permissions: Array<string>, expiresAt: string | null | undefined, lastUsedAt: string | null | undefined, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
        | { databaseId: number, email: string | null | undefined, accountId: string }
        | { databaseId: number, email: string, accountId: string }
       | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } } } | null | undefined };

export type RotateKeyMutationVariables = Exact<{
  uuid: string;
  overlap?: string | null | undefined;
}>;


export type RotateKeyMutation = { rotateApiKey: { value: string, apiKey: { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, uuid: string, name: string, prefix: string | null | undefined, lastFour: string | null | undefined, permissions: Array<string>, expiresAt: string | null | undefined, lastUsedAt: string | null | undefined, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
        | { databaseId: number, email: string | null | undefined, accountId: string }
        | { databaseId: number, email: string, accountId: string }
       | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } } } | null | undefined };

export type MyOperationsQueryVariables = Exact<{
  actorId: string | number;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type MyOperationsQuery = { recordEvents: { nodes: Array<{ id: string, kind: Kind, recordId: string, label: string | null | undefined, action: RecordAction, createdAt: string, operationId: string, reason: string | null | undefined }>, pageInfo: { hasNextPage: boolean, endCursor: string | null | undefined } } | null | undefined };

export type OperationQueryVariables = Exact<{
  id: string;
}>;


export type OperationQuery = { operation: { id: string, createdAt: string, canUndo: boolean, actor:
      | { databaseId: number, email: string | null | undefined, accountId: string }
      | { databaseId: number, email: string, accountId: string }
     | null | undefined, counts: Array<{ kind: Kind, count: number }> } | null | undefined };

export type NewestQueryVariables = Exact<{
  recordId: string | number;
}>;


export type NewestQuery = { recordEvents: { nodes: Array<{ id: string, action: RecordAction, createdAt: string, operationId: string, actor:
        | { databaseId: number, email: string | null | undefined, accountId: string }
        | { databaseId: number, email: string, accountId: string }
       | null | undefined }> } | null | undefined };

export type PeopleQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  search: string;
  roles: boolean;
}>;


export type PeopleQuery = { users: { nodes: Array<{ email: string, id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
        | { databaseId: number, email: string | null | undefined, accountId: string }
        | { databaseId: number, email: string, accountId: string }
       | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } } & { roles?: Array<{ id: string, name: string }> | null | undefined }>, pageInfo: { hasNextPage: boolean, endCursor: string | null | undefined } } | null | undefined };

export type RolesOfFragment = { roles: Array<{ id: string, name: string }> | null | undefined };

export type RolesOfUsersQueryVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type RolesOfUsersQuery = { nodes: Array<
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string, roles: Array<{ id: string, name: string }> | null | undefined }
   | null | undefined> | null | undefined };

export type RoleFragment = { id: string, name: string, permissions: Array<string>, version: number };

export type TokenFragment = { id: string, name: string | null | undefined, permissions: Array<string> | null | undefined, createdAt: string, expiresAt: string, revokedAt: string | null | undefined };

export type RolesQueryVariables = Exact<{
  trashed?: Trashed | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type RolesQuery = { roles: Array<{ deletedAt: string | null | undefined, deletionReason: string | null | undefined, id: string, name: string, permissions: Array<string>, version: number, deletedBy:
      | { databaseId: number, email: string | null | undefined, accountId: string }
      | { databaseId: number, email: string, accountId: string }
     | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }> | null | undefined };

export type RoleCardsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  members: boolean;
}>;


export type RoleCardsQuery = { rolesConnection: { nodes: Array<{ id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, name: string, permissions: Array<string>, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
        | { databaseId: number, email: string | null | undefined, accountId: string }
        | { databaseId: number, email: string, accountId: string }
       | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } } & { members?: { nodes: Array<{ id: string, email: string }>, pageInfo: { hasNextPage: boolean } } | null | undefined }>, pageInfo: { hasNextPage: boolean, endCursor: string | null | undefined } } | null | undefined };

export type MembersFragment = { members: { nodes: Array<{ id: string, email: string }>, pageInfo: { hasNextPage: boolean } } | null | undefined };

export type RoleMembersQueryVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type RoleMembersQuery = { nodes: Array<
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string, members: { nodes: Array<{ id: string, email: string }>, pageInfo: { hasNextPage: boolean } } | null | undefined }
    | { id: string }
    | { id: string }
   | null | undefined> | null | undefined };

export type MyTokensQueryVariables = Exact<{ [key: string]: never; }>;


export type MyTokensQuery = { viewer: { accessTokens: Array<{ id: string, name: string | null | undefined, permissions: Array<string> | null | undefined, createdAt: string, expiresAt: string, revokedAt: string | null | undefined }> | null | undefined } | null | undefined };

export type AccessQueryVariables = Exact<{
  id: string | number;
}>;


export type AccessQuery = { node:
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { permissions: Array<string> | null | undefined, id: string, roles: Array<{ id: string, name: string, permissions: Array<string>, version: number }> | null | undefined, accessTokens: { nodes: Array<{ id: string, name: string | null | undefined, permissions: Array<string> | null | undefined, createdAt: string, expiresAt: string, revokedAt: string | null | undefined }> } | null | undefined }
   | null | undefined };

export type PermissionNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type PermissionNamesQuery = { permissionNames: Array<string> | null | undefined };

export type GrantMutationVariables = Exact<{
  input: GrantInput;
}>;


export type GrantMutation = { grant: { user: { id: string, permissions: Array<string> | null | undefined, roles: Array<{ id: string, name: string, permissions: Array<string>, version: number }> | null | undefined } | null | undefined } | null | undefined };

export type RevokeMutationVariables = Exact<{
  input: RevokeInput;
}>;


export type RevokeMutation = { revoke: { user: { id: string, permissions: Array<string> | null | undefined, roles: Array<{ id: string, name: string, permissions: Array<string>, version: number }> | null | undefined } | null | undefined } | null | undefined };

export type CreateTokenMutationVariables = Exact<{
  input: CreateAccessTokenInput;
}>;


export type CreateTokenMutation = { createAccessToken: { value: string, accessToken: { id: string, name: string | null | undefined, permissions: Array<string> | null | undefined, createdAt: string, expiresAt: string, revokedAt: string | null | undefined } } | null | undefined };

export type RevokeTokenMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokeTokenMutation = { revokeAccessToken: { accessToken: { id: string, revokedAt: string | null | undefined } } | null | undefined };

export type SignOutAccountMutationVariables = Exact<{
  user?: string | number | null | undefined;
}>;


export type SignOutAccountMutation = { signOut: { revokedCount: number } | null | undefined };

export type CreateRoleMutationVariables = Exact<{
  input: CreateRoleInput;
}>;


export type CreateRoleMutation = { createRole: { role: { id: string, name: string, permissions: Array<string>, version: number } } | null | undefined };

export type UpdateRoleMutationVariables = Exact<{
  id: string | number;
  changes: RoleChanges;
  expectedVersion?: number | null | undefined;
}>;


export type UpdateRoleMutation = { updateRole: { role: { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, name: string, permissions: Array<string>, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
        | { databaseId: number, email: string | null | undefined, accountId: string }
        | { databaseId: number, email: string, accountId: string }
       | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } } } | null | undefined };

export type DeleteRoleMutationVariables = Exact<{
  id: string | number;
  reason?: string | null | undefined;
}>;


export type DeleteRoleMutation = { deleteRole: { role: { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
        | { databaseId: number, email: string | null | undefined, accountId: string }
        | { databaseId: number, email: string, accountId: string }
       | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } } } | null | undefined };

export type RestoreRoleMutationVariables = Exact<{
  id: string | number;
}>;


export type RestoreRoleMutation = { restoreRole: { role: { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, name: string, permissions: Array<string>, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
        | { databaseId: number, email: string | null | undefined, accountId: string }
        | { databaseId: number, email: string, accountId: string }
       | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } } } | null | undefined };

export type HeldByQueryVariables = Exact<{
  recordId: string | number;
}>;


export type HeldByQuery = { recordEvents: { nodes: Array<{ id: string, actor:
        | { databaseId: number, email: string | null | undefined, accountId: string }
        | { databaseId: number, email: string, accountId: string }
       | null | undefined }> } | null | undefined };

export type AsOfQueryVariables = Exact<{
  id: string | number;
  at: string;
}>;


export type AsOfQuery = { recordAsOf: { id: string, kind: Kind, at: string, label: string | null | undefined, isDeleted: boolean, values: Record<string, unknown> } | null | undefined, until: { nodes: Array<{ id: string, kind: Kind, recordId: string, label: string | null | undefined, action: RecordAction, createdAt: string, operationId: string, changedFields: Array<string>, reason: string | null | undefined, before: Record<string, unknown> | null | undefined, after: Record<string, unknown> | null | undefined, via: CallVia | null | undefined, requestId: string | null | undefined, credentialKind: CredentialKind | null | undefined, credentialId: number | null | undefined, actor:
        | { databaseId: number, email: string | null | undefined, accountId: string }
        | { databaseId: number, email: string, accountId: string }
       | null | undefined }> } | null | undefined, since: { nodes: Array<{ id: string, kind: Kind, recordId: string, label: string | null | undefined, action: RecordAction, createdAt: string, operationId: string, changedFields: Array<string>, reason: string | null | undefined, before: Record<string, unknown> | null | undefined, after: Record<string, unknown> | null | undefined, via: CallVia | null | undefined, requestId: string | null | undefined, credentialKind: CredentialKind | null | undefined, credentialId: number | null | undefined, actor:
        | { databaseId: number, email: string | null | undefined, accountId: string }
        | { databaseId: number, email: string, accountId: string }
       | null | undefined }> } | null | undefined };

export type RemovalsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  changes?: boolean | null | undefined;
}>;


export type RemovalsQuery = { removals: { nodes: Array<{ id: string, at: string | null | undefined, role: string | null | undefined, person: string | null | undefined, tables: Array<{ table: string, rows: number, changed: number, created: number, undone: number, lost: number, undoneBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null | undefined } } | null | undefined };

export type RemovedRowsQueryVariables = Exact<{
  removal: string;
  first?: number | null | undefined;
  changes?: boolean | null | undefined;
}>;


export type RemovedRowsQuery = { removedRows: { nodes: Array<{ id: string, table: string, label: string | null | undefined, values: unknown, after: unknown, undoneAt: string | null | undefined }>, pageInfo: { hasNextPage: boolean, endCursor: string | null | undefined } } | null | undefined };

export type AdoptedRowsQueryVariables = Exact<{
  table: string;
  key?: Array<string> | string | null | undefined;
  column?: string | null | undefined;
  value?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type AdoptedRowsQuery = { adoptedRows: { nodes: Array<{ key: Array<string>, label: string | null | undefined, values: unknown, version: string | null | undefined }>, pageInfo: { hasNextPage: boolean, endCursor: string | null | undefined } } | null | undefined };

export type RowHistoryQueryVariables = Exact<{
  table: string;
  key: Array<string> | string;
}>;


export type RowHistoryQuery = { rowHistory: { nodes: Array<{ id: string, action: string, at: string | null | undefined, role: string | null | undefined, person: string | null | undefined, values: unknown, after: unknown, undoneAt: string | null | undefined }>, pageInfo: { hasNextPage: boolean } } | null | undefined };

export type CoverageQueryVariables = Exact<{ [key: string]: never; }>;


export type CoverageQuery = { adoptedTables: Array<{ name: string, since: string | null | undefined, keepDays: number | null | undefined, gaps: Array<string>, said: unknown }> | null | undefined };

export type UndoRemovalsMutationVariables = Exact<{
  removals?: Array<string> | string | null | undefined;
  changes?: boolean | null | undefined;
  preview?: boolean | null | undefined;
}>;


export type UndoRemovalsMutation = { undoRemovals: { preview: boolean, outcomes: Array<{ table: string, rows: number, reason: string | null | undefined, remark: string | null | undefined, said: unknown }> } | null | undefined };

export type CreateAdoptedRowMutationVariables = Exact<{
  input: CreateAdoptedRowInput;
}>;


export type CreateAdoptedRowMutation = { createAdoptedRow: { key: Array<string> } | null | undefined };

export type UpdateAdoptedRowMutationVariables = Exact<{
  input: UpdateAdoptedRowInput;
}>;


export type UpdateAdoptedRowMutation = { updateAdoptedRow: { key: Array<string> } | null | undefined };

export type SignInMutationVariables = Exact<{ [key: string]: never; }>;


export type SignInMutation = { signIn: { value: string } | null | undefined };

export type TranslationsQueryVariables = Exact<{
  after?: string | null | undefined;
  group?: string | null | undefined;
}>;


export type TranslationsQuery = { translations: { nodes: Array<{ databaseId: number, key: string, locale: string, group: string, value: string, id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
        | { databaseId: number, email: string | null | undefined, accountId: string }
        | { databaseId: number, email: string, accountId: string }
       | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null | undefined } } | null | undefined };

export type LocaleCodesQueryVariables = Exact<{ [key: string]: never; }>;


export type LocaleCodesQuery = { locales: { nodes: Array<{ id: string, code: string, name: string }> } | null | undefined };

export type UpdateTextMutationVariables = Exact<{
  databaseId: number;
  changes: TranslationChanges;
  expectedVersion?: number | null | undefined;
}>;


export type UpdateTextMutation = { updateTranslation: { translation: { databaseId: number, key: string, locale: string, group: string, value: string, id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
        | { databaseId: number, email: string | null | undefined, accountId: string }
        | { databaseId: number, email: string, accountId: string }
       | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } } } | null | undefined };

export type CreateTextMutationVariables = Exact<{
  input: CreateTranslationInput;
}>;


export type CreateTextMutation = { createTranslation: { translation: { databaseId: number, key: string, locale: string, group: string, value: string, id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
        | { databaseId: number, email: string | null | undefined, accountId: string }
        | { databaseId: number, email: string, accountId: string }
       | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } } } | null | undefined };

export type ImportTextsMutationVariables = Exact<{
  input: ImportTranslationsInput;
}>;


export type ImportTextsMutation = { importTranslations: { created: number, updated: number, unchanged: number, deletedKeys: Array<string> } | null | undefined };

export type TrashSummaryQueryVariables = Exact<{ [key: string]: never; }>;


export type TrashSummaryQuery = { trashSummary: Array<{ kind: Kind, count: number, oldest: string | null | undefined }> | null | undefined };

export type TrashQueryVariables = Exact<{
  kinds?: Array<Kind> | Kind | null | undefined;
  deletedById?: string | number | null | undefined;
  deletedAfter?: string | null | undefined;
  deletedBefore?: string | null | undefined;
  purgeBefore?: string | null | undefined;
  ownerId?: string | number | null | undefined;
  deletionReason?: string | null | undefined;
  search?: string | null | undefined;
  orderBy?: TrashOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type TrashQuery = { trash: { totalCount: number, nodes: Array<
      | { purgeAt: string | null | undefined, id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, restoredBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, hold: { reason: string, since: string } | null | undefined, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { purgeAt: string | null | undefined, id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, restoredBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, hold: { reason: string, since: string } | null | undefined, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { purgeAt: string | null | undefined, id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, restoredBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, hold: { reason: string, since: string } | null | undefined, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { purgeAt: string | null | undefined, id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, restoredBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, hold: { reason: string, since: string } | null | undefined, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { purgeAt: string | null | undefined, id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, restoredBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, hold: { reason: string, since: string } | null | undefined, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { purgeAt: string | null | undefined, id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, restoredBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, hold: { reason: string, since: string } | null | undefined, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { purgeAt: string | null | undefined, id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, restoredBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, hold: { reason: string, since: string } | null | undefined, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { purgeAt: string | null | undefined, id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, restoredBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, hold: { reason: string, since: string } | null | undefined, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { purgeAt: string | null | undefined, id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, restoredBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, hold: { reason: string, since: string } | null | undefined, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { purgeAt: string | null | undefined, id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, restoredBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, hold: { reason: string, since: string } | null | undefined, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { purgeAt: string | null | undefined, id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, restoredBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, hold: { reason: string, since: string } | null | undefined, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { purgeAt: string | null | undefined, id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, restoredBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, hold: { reason: string, since: string } | null | undefined, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
    >, pageInfo: { hasNextPage: boolean, endCursor: string | null | undefined } } | null | undefined };

export type RestorePreviewQueryVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type RestorePreviewQuery = { restorePreview: Array<{ id: string, canRestore: boolean, ownerDeleted: boolean, relatedCount: number, tooManyRelated: boolean, record:
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
    , owner: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, obstacles: Array<{ code: ErrorCode, message: string, reason: unknown }>, refersTo: Array<
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
      | { id: string, kind: Kind, label: string, restKey: string, version: number, isActive: boolean, deletedAt: string | null | undefined, deletionReason: string | null | undefined, createdAt: string, updatedAt: string, user: { email: string, deletedAt: string | null | undefined, accountId: string } | null | undefined, deletedBy:
          | { databaseId: number, email: string | null | undefined, accountId: string }
          | { databaseId: number, email: string, accountId: string }
         | null | undefined, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
    >, dependents: Array<{ kind: Kind, count: number, deletedTogether: number }> } | null | undefined> | null | undefined };

export type HoldsQueryVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type HoldsQuery = { nodes: Array<
    | { id: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean } }
    | { id: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean }, hold: { reason: string, since: string } | null | undefined }
    | { id: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean }, hold: { reason: string, since: string } | null | undefined }
    | { id: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean }, hold: { reason: string, since: string } | null | undefined }
    | { id: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean }, hold: { reason: string, since: string } | null | undefined }
    | { id: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean }, hold: { reason: string, since: string } | null | undefined }
    | { id: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean }, hold: { reason: string, since: string } | null | undefined }
    | { id: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean }, hold: { reason: string, since: string } | null | undefined }
    | { id: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean }, hold: { reason: string, since: string } | null | undefined }
    | { id: string }
    | { id: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean }, hold: { reason: string, since: string } | null | undefined }
    | { id: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean }, hold: { reason: string, since: string } | null | undefined }
    | { id: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean }, hold: { reason: string, since: string } | null | undefined }
    | { id: string, viewerCan: { restore: boolean, delete: boolean, update: boolean, purge: boolean, hold: boolean }, hold: { reason: string, since: string } | null | undefined }
   | null | undefined> | null | undefined };

export const AccountFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Account"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}}]}}]} as unknown as DocumentNode<AccountFragment, unknown>;
export const ActorFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Actor"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Actor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}}]} as unknown as DocumentNode<ActorFragment, unknown>;
export const RowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Record"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"restKey"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}},{"kind":"Field","name":{"kind":"Name","value":"deletionReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Account"}}]}},{"kind":"Field","name":{"kind":"Name","value":"deletedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Actor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restore"}},{"kind":"Field","name":{"kind":"Name","value":"delete"}},{"kind":"Field","name":{"kind":"Name","value":"update"}},{"kind":"Field","name":{"kind":"Name","value":"purge"}},{"kind":"Field","name":{"kind":"Name","value":"hold"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Account"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Actor"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Actor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}}]} as unknown as DocumentNode<RowFragment, unknown>;
export const OutcomeFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Outcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BulkOutcome"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"changed"}},{"kind":"Field","name":{"kind":"Name","value":"record"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restore"}},{"kind":"Field","name":{"kind":"Name","value":"delete"}},{"kind":"Field","name":{"kind":"Name","value":"update"}},{"kind":"Field","name":{"kind":"Name","value":"purge"}},{"kind":"Field","name":{"kind":"Name","value":"hold"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"requiredPermissions"}}]}}]}}]} as unknown as DocumentNode<OutcomeFragment, unknown>;
export const HoldFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Hold"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RecordHold"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"since"}}]}}]} as unknown as DocumentNode<HoldFragment, unknown>;
export const ProgressFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Progress"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BulkProgress"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"changed"}},{"kind":"Field","name":{"kind":"Name","value":"refused"}}]}}]} as unknown as DocumentNode<ProgressFragment, unknown>;
export const BulkFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Bulk"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BulkPreview"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"token"}},{"kind":"Field","name":{"kind":"Name","value":"counts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}},{"kind":"Field","name":{"kind":"Name","value":"kept"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"onHold"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}},{"kind":"Field","name":{"kind":"Name","value":"samples"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"label"}}]}}]}}]} as unknown as DocumentNode<BulkFragment, unknown>;
export const EventFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Event"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RecordEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"recordId"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Actor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"operationId"}},{"kind":"Field","name":{"kind":"Name","value":"changedFields"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}},{"kind":"Field","name":{"kind":"Name","value":"via"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"credentialKind"}},{"kind":"Field","name":{"kind":"Name","value":"credentialId"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Actor"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Actor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}}]} as unknown as DocumentNode<EventFragment, unknown>;
export const KeyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Key"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"uuid"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"lastFour"}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}}]}}]} as unknown as DocumentNode<KeyFragment, unknown>;
export const RolesOfFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RolesOf"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"roles"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<RolesOfFragment, unknown>;
export const RoleFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Role"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Role"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<RoleFragment, unknown>;
export const TokenFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Token"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AccessToken"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"revokedAt"}}]}}]} as unknown as DocumentNode<TokenFragment, unknown>;
export const MembersFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Members"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Role"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"members"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}}]} as unknown as DocumentNode<MembersFragment, unknown>;
export const RecordChangedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"RecordChanged"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recordChanged"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"position"}},{"kind":"Field","name":{"kind":"Name","value":"event"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"recordId"}},{"kind":"Field","name":{"kind":"Name","value":"operationId"}},{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"record"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]}}]} as unknown as DocumentNode<RecordChangedSubscription, RecordChangedSubscriptionVariables>;
export const ViewerDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"Field","name":{"kind":"Name","value":"roles"}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"credential"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"kinds"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"view"}},{"kind":"Field","name":{"kind":"Name","value":"create"}},{"kind":"Field","name":{"kind":"Name","value":"update"}},{"kind":"Field","name":{"kind":"Name","value":"delete"}},{"kind":"Field","name":{"kind":"Name","value":"restore"}},{"kind":"Field","name":{"kind":"Name","value":"purge"}},{"kind":"Field","name":{"kind":"Name","value":"hold"}}]}},{"kind":"Field","name":{"kind":"Name","value":"canSend"}},{"kind":"Field","name":{"kind":"Name","value":"canAudit"}},{"kind":"Field","name":{"kind":"Name","value":"unreadCount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"adoptedTables"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"canRestore"}},{"kind":"Field","name":{"kind":"Name","value":"recordsChanges"}},{"kind":"Field","name":{"kind":"Name","value":"creatable"}},{"kind":"Field","name":{"kind":"Name","value":"updatable"}}]}}]}}]} as unknown as DocumentNode<ViewerQuery, ViewerQueryVariables>;
export const UnreadDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Unread"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unreadCount"}}]}}]}}]} as unknown as DocumentNode<UnreadQuery, UnreadQueryVariables>;
export const RestoreDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Restore"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"with"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"RestoreWith"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"reason"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restoreMany"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}},{"kind":"Argument","name":{"kind":"Name","value":"with"},"value":{"kind":"Variable","name":{"kind":"Name","value":"with"}}},{"kind":"Argument","name":{"kind":"Name","value":"reason"},"value":{"kind":"Variable","name":{"kind":"Name","value":"reason"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"operationId"}},{"kind":"Field","name":{"kind":"Name","value":"outcomes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Outcome"}}]}},{"kind":"Field","name":{"kind":"Name","value":"related"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Outcome"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Outcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BulkOutcome"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"changed"}},{"kind":"Field","name":{"kind":"Name","value":"record"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restore"}},{"kind":"Field","name":{"kind":"Name","value":"delete"}},{"kind":"Field","name":{"kind":"Name","value":"update"}},{"kind":"Field","name":{"kind":"Name","value":"purge"}},{"kind":"Field","name":{"kind":"Name","value":"hold"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"requiredPermissions"}}]}}]}}]} as unknown as DocumentNode<RestoreMutation, RestoreMutationVariables>;
export const DeleteDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Delete"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"reason"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteMany"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}},{"kind":"Argument","name":{"kind":"Name","value":"reason"},"value":{"kind":"Variable","name":{"kind":"Name","value":"reason"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"operationId"}},{"kind":"Field","name":{"kind":"Name","value":"outcomes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Outcome"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Outcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BulkOutcome"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"changed"}},{"kind":"Field","name":{"kind":"Name","value":"record"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restore"}},{"kind":"Field","name":{"kind":"Name","value":"delete"}},{"kind":"Field","name":{"kind":"Name","value":"update"}},{"kind":"Field","name":{"kind":"Name","value":"purge"}},{"kind":"Field","name":{"kind":"Name","value":"hold"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"requiredPermissions"}}]}}]}}]} as unknown as DocumentNode<DeleteMutation, DeleteMutationVariables>;
export const PurgeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Purge"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"reason"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"purgeMany"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}},{"kind":"Argument","name":{"kind":"Name","value":"reason"},"value":{"kind":"Variable","name":{"kind":"Name","value":"reason"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"operationId"}},{"kind":"Field","name":{"kind":"Name","value":"outcomes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Outcome"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Outcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BulkOutcome"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"changed"}},{"kind":"Field","name":{"kind":"Name","value":"record"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restore"}},{"kind":"Field","name":{"kind":"Name","value":"delete"}},{"kind":"Field","name":{"kind":"Name","value":"update"}},{"kind":"Field","name":{"kind":"Name","value":"purge"}},{"kind":"Field","name":{"kind":"Name","value":"hold"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"requiredPermissions"}}]}}]}}]} as unknown as DocumentNode<PurgeMutation, PurgeMutationVariables>;
export const UndoDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Undo"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"operationId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"reason"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"undo"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"operationId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"operationId"}}},{"kind":"Argument","name":{"kind":"Name","value":"reason"},"value":{"kind":"Variable","name":{"kind":"Name","value":"reason"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"operationId"}},{"kind":"Field","name":{"kind":"Name","value":"outcomes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Outcome"}}]}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Progress"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Outcome"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BulkOutcome"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"changed"}},{"kind":"Field","name":{"kind":"Name","value":"record"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restore"}},{"kind":"Field","name":{"kind":"Name","value":"delete"}},{"kind":"Field","name":{"kind":"Name","value":"update"}},{"kind":"Field","name":{"kind":"Name","value":"purge"}},{"kind":"Field","name":{"kind":"Name","value":"hold"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"requiredPermissions"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Progress"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BulkProgress"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"changed"}},{"kind":"Field","name":{"kind":"Name","value":"refused"}}]}}]} as unknown as DocumentNode<UndoMutation, UndoMutationVariables>;
export const ProgressDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Progress"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"operation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Progress"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Progress"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BulkProgress"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"changed"}},{"kind":"Field","name":{"kind":"Name","value":"refused"}}]}}]} as unknown as DocumentNode<ProgressQuery, ProgressQueryVariables>;
export const CancelDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Cancel"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"operationId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cancelOperation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"operationId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"operationId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"operationId"}}]}}]}}]} as unknown as DocumentNode<CancelMutation, CancelMutationVariables>;
export const AuditDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Audit"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"kinds"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Kind"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"actions"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RecordAction"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"actorId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"recordId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"operationId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ownerId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"reason"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"createdAfter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"createdBefore"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recordEvents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"kinds"},"value":{"kind":"Variable","name":{"kind":"Name","value":"kinds"}}},{"kind":"Argument","name":{"kind":"Name","value":"actions"},"value":{"kind":"Variable","name":{"kind":"Name","value":"actions"}}},{"kind":"Argument","name":{"kind":"Name","value":"actorId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"actorId"}}},{"kind":"Argument","name":{"kind":"Name","value":"recordId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"recordId"}}},{"kind":"Argument","name":{"kind":"Name","value":"operationId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"operationId"}}},{"kind":"Argument","name":{"kind":"Name","value":"ownerId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ownerId"}}},{"kind":"Argument","name":{"kind":"Name","value":"reason"},"value":{"kind":"Variable","name":{"kind":"Name","value":"reason"}}},{"kind":"Argument","name":{"kind":"Name","value":"createdAfter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"createdAfter"}}},{"kind":"Argument","name":{"kind":"Name","value":"createdBefore"},"value":{"kind":"Variable","name":{"kind":"Name","value":"createdBefore"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Event"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Actor"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Actor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Event"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RecordEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"recordId"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Actor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"operationId"}},{"kind":"Field","name":{"kind":"Name","value":"changedFields"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}},{"kind":"Field","name":{"kind":"Name","value":"via"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"credentialKind"}},{"kind":"Field","name":{"kind":"Name","value":"credentialId"}}]}}]} as unknown as DocumentNode<AuditQuery, AuditQueryVariables>;
export const RevertDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Revert"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"eventId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"reason"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revert"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"eventId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"eventId"}}},{"kind":"Argument","name":{"kind":"Name","value":"reason"},"value":{"kind":"Variable","name":{"kind":"Name","value":"reason"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"changedFields"}},{"kind":"Field","name":{"kind":"Name","value":"record"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Account"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Actor"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Actor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Record"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"restKey"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}},{"kind":"Field","name":{"kind":"Name","value":"deletionReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Account"}}]}},{"kind":"Field","name":{"kind":"Name","value":"deletedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Actor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restore"}},{"kind":"Field","name":{"kind":"Name","value":"delete"}},{"kind":"Field","name":{"kind":"Name","value":"update"}},{"kind":"Field","name":{"kind":"Name","value":"purge"}},{"kind":"Field","name":{"kind":"Name","value":"hold"}}]}}]}}]} as unknown as DocumentNode<RevertMutation, RevertMutationVariables>;
export const InboxDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Inbox"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"unreadOnly"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unreadCount"}},{"kind":"Field","name":{"kind":"Name","value":"notifications"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"unreadOnly"},"value":{"kind":"Variable","name":{"kind":"Name","value":"unreadOnly"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}},{"kind":"Field","name":{"kind":"Name","value":"uuid"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"actionUrl"}},{"kind":"Field","name":{"kind":"Name","value":"isRead"}},{"kind":"Field","name":{"kind":"Name","value":"readAt"}},{"kind":"Field","name":{"kind":"Name","value":"sender"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Account"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Account"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Actor"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Actor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Record"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"restKey"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}},{"kind":"Field","name":{"kind":"Name","value":"deletionReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Account"}}]}},{"kind":"Field","name":{"kind":"Name","value":"deletedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Actor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restore"}},{"kind":"Field","name":{"kind":"Name","value":"delete"}},{"kind":"Field","name":{"kind":"Name","value":"update"}},{"kind":"Field","name":{"kind":"Name","value":"purge"}},{"kind":"Field","name":{"kind":"Name","value":"hold"}}]}}]}}]} as unknown as DocumentNode<InboxQuery, InboxQueryVariables>;
export const MarkReadDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"MarkRead"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"uuids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"markNotificationsRead"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"uuids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"uuids"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unreadCount"}},{"kind":"Field","name":{"kind":"Name","value":"notifications"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"isRead"}},{"kind":"Field","name":{"kind":"Name","value":"readAt"}}]}}]}}]}}]} as unknown as DocumentNode<MarkReadMutation, MarkReadMutationVariables>;
export const MarkAllReadDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"MarkAllRead"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"markAllNotificationsRead"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"unreadCount"}}]}}]}}]} as unknown as DocumentNode<MarkAllReadMutation, MarkAllReadMutationVariables>;
export const RecipientsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Recipients"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"users"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"8"}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"email"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"contains"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}}]}}]}}]} as unknown as DocumentNode<RecipientsQuery, RecipientsQueryVariables>;
export const SendDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Send"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SendNotificationsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sendNotifications"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"operationId"}}]}}]}}]} as unknown as DocumentNode<SendMutation, SendMutationVariables>;
export const SendOneDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SendOne"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SendNotificationInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sendNotification"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"notification"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<SendOneMutation, SendOneMutationVariables>;
export const ApiKeysDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ApiKeys"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"trashed"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Trashed"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"apiKeys"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"trashed"},"value":{"kind":"Variable","name":{"kind":"Name","value":"trashed"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ListValue","values":[{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"CREATED_AT"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"DESC"}}]}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Key"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Account"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Actor"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Actor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Record"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"restKey"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}},{"kind":"Field","name":{"kind":"Name","value":"deletionReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Account"}}]}},{"kind":"Field","name":{"kind":"Name","value":"deletedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Actor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restore"}},{"kind":"Field","name":{"kind":"Name","value":"delete"}},{"kind":"Field","name":{"kind":"Name","value":"update"}},{"kind":"Field","name":{"kind":"Name","value":"purge"}},{"kind":"Field","name":{"kind":"Name","value":"hold"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Key"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"uuid"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"lastFour"}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}}]}}]} as unknown as DocumentNode<ApiKeysQuery, ApiKeysQueryVariables>;
export const CreateKeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateApiKeyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createApiKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"apiKey"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Key"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Account"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Actor"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Actor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Record"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"restKey"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}},{"kind":"Field","name":{"kind":"Name","value":"deletionReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Account"}}]}},{"kind":"Field","name":{"kind":"Name","value":"deletedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Actor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restore"}},{"kind":"Field","name":{"kind":"Name","value":"delete"}},{"kind":"Field","name":{"kind":"Name","value":"update"}},{"kind":"Field","name":{"kind":"Name","value":"purge"}},{"kind":"Field","name":{"kind":"Name","value":"hold"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Key"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"uuid"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"lastFour"}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}}]}}]} as unknown as DocumentNode<CreateKeyMutation, CreateKeyMutationVariables>;
export const RotateKeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RotateKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"uuid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"overlap"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Duration"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rotateApiKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"uuid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"uuid"}}},{"kind":"Argument","name":{"kind":"Name","value":"overlap"},"value":{"kind":"Variable","name":{"kind":"Name","value":"overlap"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"apiKey"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Key"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Account"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Actor"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Actor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Record"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"restKey"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}},{"kind":"Field","name":{"kind":"Name","value":"deletionReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Account"}}]}},{"kind":"Field","name":{"kind":"Name","value":"deletedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Actor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restore"}},{"kind":"Field","name":{"kind":"Name","value":"delete"}},{"kind":"Field","name":{"kind":"Name","value":"update"}},{"kind":"Field","name":{"kind":"Name","value":"purge"}},{"kind":"Field","name":{"kind":"Name","value":"hold"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Key"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKey"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"uuid"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"lastFour"}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}}]}}]} as unknown as DocumentNode<RotateKeyMutation, RotateKeyMutationVariables>;
export const MyOperationsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MyOperations"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"actorId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recordEvents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"actorId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"actorId"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"recordId"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"operationId"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<MyOperationsQuery, MyOperationsQueryVariables>;
export const OperationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Operation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"operation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Actor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"counts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}},{"kind":"Field","name":{"kind":"Name","value":"canUndo"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Actor"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Actor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}}]} as unknown as DocumentNode<OperationQuery, OperationQueryVariables>;
export const NewestDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Newest"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"recordId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recordEvents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"recordId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"recordId"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"operationId"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Actor"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Actor"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Actor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}}]} as unknown as DocumentNode<NewestQuery, NewestQueryVariables>;
export const PeopleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"People"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"roles"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"users"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"email"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"contains"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ListValue","values":[{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"EMAIL"}}]}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RolesOf"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"roles"}}}]}]}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Account"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Actor"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Actor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Record"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"restKey"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}},{"kind":"Field","name":{"kind":"Name","value":"deletionReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Account"}}]}},{"kind":"Field","name":{"kind":"Name","value":"deletedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Actor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restore"}},{"kind":"Field","name":{"kind":"Name","value":"delete"}},{"kind":"Field","name":{"kind":"Name","value":"update"}},{"kind":"Field","name":{"kind":"Name","value":"purge"}},{"kind":"Field","name":{"kind":"Name","value":"hold"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RolesOf"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"roles"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<PeopleQuery, PeopleQueryVariables>;
export const RolesOfUsersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RolesOfUsers"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RolesOf"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RolesOf"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"roles"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<RolesOfUsersQuery, RolesOfUsersQueryVariables>;
export const RolesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Roles"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"trashed"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Trashed"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"roles"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"trashed"},"value":{"kind":"Variable","name":{"kind":"Name","value":"trashed"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Role"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}},{"kind":"Field","name":{"kind":"Name","value":"deletionReason"}},{"kind":"Field","name":{"kind":"Name","value":"deletedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Actor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restore"}},{"kind":"Field","name":{"kind":"Name","value":"delete"}},{"kind":"Field","name":{"kind":"Name","value":"update"}},{"kind":"Field","name":{"kind":"Name","value":"purge"}},{"kind":"Field","name":{"kind":"Name","value":"hold"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Role"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Role"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Actor"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Actor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}}]} as unknown as DocumentNode<RolesQuery, RolesQueryVariables>;
export const RoleCardsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RoleCards"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"members"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rolesConnection"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Role"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Members"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"members"}}}]}]}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Account"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Actor"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Actor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Record"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"restKey"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}},{"kind":"Field","name":{"kind":"Name","value":"deletionReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Account"}}]}},{"kind":"Field","name":{"kind":"Name","value":"deletedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Actor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restore"}},{"kind":"Field","name":{"kind":"Name","value":"delete"}},{"kind":"Field","name":{"kind":"Name","value":"update"}},{"kind":"Field","name":{"kind":"Name","value":"purge"}},{"kind":"Field","name":{"kind":"Name","value":"hold"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Role"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Role"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Members"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Role"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"members"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}}]} as unknown as DocumentNode<RoleCardsQuery, RoleCardsQueryVariables>;
export const RoleMembersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RoleMembers"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Role"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Members"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Members"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Role"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"members"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}}]} as unknown as DocumentNode<RoleMembersQuery, RoleMembersQueryVariables>;
export const MyTokensDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MyTokens"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"accessTokens"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Token"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Token"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AccessToken"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"revokedAt"}}]}}]} as unknown as DocumentNode<MyTokensQuery, MyTokensQueryVariables>;
export const AccessDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Access"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"roles"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Role"}}]}},{"kind":"Field","name":{"kind":"Name","value":"accessTokens"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Token"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Role"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Role"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Token"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AccessToken"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"revokedAt"}}]}}]} as unknown as DocumentNode<AccessQuery, AccessQueryVariables>;
export const PermissionNamesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PermissionNames"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"permissionNames"}}]}}]} as unknown as DocumentNode<PermissionNamesQuery, PermissionNamesQueryVariables>;
export const GrantDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Grant"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"GrantInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"grant"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"roles"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Role"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Role"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Role"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<GrantMutation, GrantMutationVariables>;
export const RevokeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Revoke"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RevokeInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revoke"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"roles"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Role"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Role"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Role"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<RevokeMutation, RevokeMutationVariables>;
export const CreateTokenDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateToken"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateAccessTokenInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createAccessToken"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"accessToken"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Token"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Token"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AccessToken"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"revokedAt"}}]}}]} as unknown as DocumentNode<CreateTokenMutation, CreateTokenMutationVariables>;
export const RevokeTokenDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RevokeToken"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revokeAccessToken"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"accessToken"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"revokedAt"}}]}}]}}]}}]} as unknown as DocumentNode<RevokeTokenMutation, RevokeTokenMutationVariables>;
export const SignOutAccountDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SignOutAccount"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"user"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"signOut"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"user"},"value":{"kind":"Variable","name":{"kind":"Name","value":"user"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revokedCount"}}]}}]}}]} as unknown as DocumentNode<SignOutAccountMutation, SignOutAccountMutationVariables>;
export const CreateRoleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateRole"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateRoleInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createRole"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"role"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Role"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Role"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Role"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<CreateRoleMutation, CreateRoleMutationVariables>;
export const UpdateRoleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateRole"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"changes"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RoleChanges"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"BigInt"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateRole"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"changes"},"value":{"kind":"Variable","name":{"kind":"Name","value":"changes"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"role"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Role"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Account"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Actor"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Actor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Record"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"restKey"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}},{"kind":"Field","name":{"kind":"Name","value":"deletionReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Account"}}]}},{"kind":"Field","name":{"kind":"Name","value":"deletedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Actor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restore"}},{"kind":"Field","name":{"kind":"Name","value":"delete"}},{"kind":"Field","name":{"kind":"Name","value":"update"}},{"kind":"Field","name":{"kind":"Name","value":"purge"}},{"kind":"Field","name":{"kind":"Name","value":"hold"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Role"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Role"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<UpdateRoleMutation, UpdateRoleMutationVariables>;
export const DeleteRoleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteRole"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"reason"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteRole"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"reason"},"value":{"kind":"Variable","name":{"kind":"Name","value":"reason"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"role"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Account"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Actor"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Actor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Record"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"restKey"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}},{"kind":"Field","name":{"kind":"Name","value":"deletionReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Account"}}]}},{"kind":"Field","name":{"kind":"Name","value":"deletedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Actor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restore"}},{"kind":"Field","name":{"kind":"Name","value":"delete"}},{"kind":"Field","name":{"kind":"Name","value":"update"}},{"kind":"Field","name":{"kind":"Name","value":"purge"}},{"kind":"Field","name":{"kind":"Name","value":"hold"}}]}}]}}]} as unknown as DocumentNode<DeleteRoleMutation, DeleteRoleMutationVariables>;
export const RestoreRoleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestoreRole"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restoreRole"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"role"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Role"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Account"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Actor"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Actor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Record"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"restKey"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}},{"kind":"Field","name":{"kind":"Name","value":"deletionReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Account"}}]}},{"kind":"Field","name":{"kind":"Name","value":"deletedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Actor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restore"}},{"kind":"Field","name":{"kind":"Name","value":"delete"}},{"kind":"Field","name":{"kind":"Name","value":"update"}},{"kind":"Field","name":{"kind":"Name","value":"purge"}},{"kind":"Field","name":{"kind":"Name","value":"hold"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Role"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Role"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]} as unknown as DocumentNode<RestoreRoleMutation, RestoreRoleMutationVariables>;
export const HeldByDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"HeldBy"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"recordId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recordEvents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"recordId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"recordId"}}},{"kind":"Argument","name":{"kind":"Name","value":"actions"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"HELD"}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Actor"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Actor"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Actor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}}]} as unknown as DocumentNode<HeldByQuery, HeldByQueryVariables>;
export const AsOfDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AsOf"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"at"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recordAsOf"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"at"},"value":{"kind":"Variable","name":{"kind":"Name","value":"at"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"isDeleted"}},{"kind":"Field","name":{"kind":"Name","value":"values"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"until"},"name":{"kind":"Name","value":"recordEvents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"recordId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"actions"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"CREATED"},{"kind":"EnumValue","value":"UPDATED"}]}},{"kind":"Argument","name":{"kind":"Name","value":"asOf"},"value":{"kind":"Variable","name":{"kind":"Name","value":"at"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Event"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"since"},"name":{"kind":"Name","value":"recordEvents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"recordId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"actions"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"UPDATED"}]}},{"kind":"Argument","name":{"kind":"Name","value":"createdAfter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"at"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Event"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Actor"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Actor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Event"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RecordEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"recordId"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Actor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"operationId"}},{"kind":"Field","name":{"kind":"Name","value":"changedFields"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}},{"kind":"Field","name":{"kind":"Name","value":"via"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"credentialKind"}},{"kind":"Field","name":{"kind":"Name","value":"credentialId"}}]}}]} as unknown as DocumentNode<AsOfQuery, AsOfQueryVariables>;
export const RemovalsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Removals"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"changes"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"removals"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"changes"},"value":{"kind":"Variable","name":{"kind":"Name","value":"changes"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"person"}},{"kind":"Field","name":{"kind":"Name","value":"tables"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"table"}},{"kind":"Field","name":{"kind":"Name","value":"rows"}},{"kind":"Field","name":{"kind":"Name","value":"changed"}},{"kind":"Field","name":{"kind":"Name","value":"created"}},{"kind":"Field","name":{"kind":"Name","value":"undone"}},{"kind":"Field","name":{"kind":"Name","value":"lost"}},{"kind":"Field","name":{"kind":"Name","value":"undoneBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Actor"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Actor"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Actor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}}]} as unknown as DocumentNode<RemovalsQuery, RemovalsQueryVariables>;
export const RemovedRowsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RemovedRows"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"removal"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"changes"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"removedRows"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"removal"},"value":{"kind":"Variable","name":{"kind":"Name","value":"removal"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"changes"},"value":{"kind":"Variable","name":{"kind":"Name","value":"changes"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"table"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"values"}},{"kind":"Field","name":{"kind":"Name","value":"after"}},{"kind":"Field","name":{"kind":"Name","value":"undoneAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<RemovedRowsQuery, RemovedRowsQueryVariables>;
export const AdoptedRowsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AdoptedRows"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"table"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"key"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"column"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"value"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"adoptedRows"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"table"},"value":{"kind":"Variable","name":{"kind":"Name","value":"table"}}},{"kind":"Argument","name":{"kind":"Name","value":"key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}},{"kind":"Argument","name":{"kind":"Name","value":"column"},"value":{"kind":"Variable","name":{"kind":"Name","value":"column"}}},{"kind":"Argument","name":{"kind":"Name","value":"value"},"value":{"kind":"Variable","name":{"kind":"Name","value":"value"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"values"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<AdoptedRowsQuery, AdoptedRowsQueryVariables>;
export const RowHistoryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RowHistory"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"table"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"key"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rowHistory"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"table"},"value":{"kind":"Variable","name":{"kind":"Name","value":"table"}}},{"kind":"Argument","name":{"kind":"Name","value":"key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"person"}},{"kind":"Field","name":{"kind":"Name","value":"values"}},{"kind":"Field","name":{"kind":"Name","value":"after"}},{"kind":"Field","name":{"kind":"Name","value":"undoneAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}}]} as unknown as DocumentNode<RowHistoryQuery, RowHistoryQueryVariables>;
export const CoverageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Coverage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"adoptedTables"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"keepDays"}},{"kind":"Field","name":{"kind":"Name","value":"gaps"}},{"kind":"Field","name":{"kind":"Name","value":"said"}}]}}]}}]} as unknown as DocumentNode<CoverageQuery, CoverageQueryVariables>;
export const UndoRemovalsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UndoRemovals"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"removals"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"changes"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"preview"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"undoRemovals"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"removals"},"value":{"kind":"Variable","name":{"kind":"Name","value":"removals"}}},{"kind":"Argument","name":{"kind":"Name","value":"changes"},"value":{"kind":"Variable","name":{"kind":"Name","value":"changes"}}},{"kind":"Argument","name":{"kind":"Name","value":"preview"},"value":{"kind":"Variable","name":{"kind":"Name","value":"preview"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"preview"}},{"kind":"Field","name":{"kind":"Name","value":"outcomes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"table"}},{"kind":"Field","name":{"kind":"Name","value":"rows"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"remark"}},{"kind":"Field","name":{"kind":"Name","value":"said"}}]}}]}}]}}]} as unknown as DocumentNode<UndoRemovalsMutation, UndoRemovalsMutationVariables>;
export const CreateAdoptedRowDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateAdoptedRow"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateAdoptedRowInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createAdoptedRow"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}}]}}]}}]} as unknown as DocumentNode<CreateAdoptedRowMutation, CreateAdoptedRowMutationVariables>;
export const UpdateAdoptedRowDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateAdoptedRow"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateAdoptedRowInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateAdoptedRow"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}}]}}]}}]} as unknown as DocumentNode<UpdateAdoptedRowMutation, UpdateAdoptedRowMutationVariables>;
export const SignInDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SignIn"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"signIn"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]}}]} as unknown as DocumentNode<SignInMutation, SignInMutationVariables>;
export const TranslationsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Translations"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"group"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"translations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"group"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"eq"},"value":{"kind":"Variable","name":{"kind":"Name","value":"group"}}}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"locale"}},{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Account"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Actor"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Actor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Record"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"restKey"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}},{"kind":"Field","name":{"kind":"Name","value":"deletionReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Account"}}]}},{"kind":"Field","name":{"kind":"Name","value":"deletedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Actor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restore"}},{"kind":"Field","name":{"kind":"Name","value":"delete"}},{"kind":"Field","name":{"kind":"Name","value":"update"}},{"kind":"Field","name":{"kind":"Name","value":"purge"}},{"kind":"Field","name":{"kind":"Name","value":"hold"}}]}}]}}]} as unknown as DocumentNode<TranslationsQuery, TranslationsQueryVariables>;
export const LocaleCodesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LocaleCodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"locales"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ListValue","values":[{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"SORT_ORDER"}}]}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]} as unknown as DocumentNode<LocaleCodesQuery, LocaleCodesQueryVariables>;
export const UpdateTextDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateText"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"databaseId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"BigInt"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"changes"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TranslationChanges"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"BigInt"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateTranslation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"databaseId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"databaseId"}}},{"kind":"Argument","name":{"kind":"Name","value":"changes"},"value":{"kind":"Variable","name":{"kind":"Name","value":"changes"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"translation"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"locale"}},{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Account"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Actor"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Actor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Record"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"restKey"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}},{"kind":"Field","name":{"kind":"Name","value":"deletionReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Account"}}]}},{"kind":"Field","name":{"kind":"Name","value":"deletedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Actor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restore"}},{"kind":"Field","name":{"kind":"Name","value":"delete"}},{"kind":"Field","name":{"kind":"Name","value":"update"}},{"kind":"Field","name":{"kind":"Name","value":"purge"}},{"kind":"Field","name":{"kind":"Name","value":"hold"}}]}}]}}]} as unknown as DocumentNode<UpdateTextMutation, UpdateTextMutationVariables>;
export const CreateTextDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateText"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateTranslationInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createTranslation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"translation"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"locale"}},{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Account"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Actor"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Actor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Record"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"restKey"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}},{"kind":"Field","name":{"kind":"Name","value":"deletionReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Account"}}]}},{"kind":"Field","name":{"kind":"Name","value":"deletedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Actor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restore"}},{"kind":"Field","name":{"kind":"Name","value":"delete"}},{"kind":"Field","name":{"kind":"Name","value":"update"}},{"kind":"Field","name":{"kind":"Name","value":"purge"}},{"kind":"Field","name":{"kind":"Name","value":"hold"}}]}}]}}]} as unknown as DocumentNode<CreateTextMutation, CreateTextMutationVariables>;
export const ImportTextsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ImportTexts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ImportTranslationsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"importTranslations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"created"}},{"kind":"Field","name":{"kind":"Name","value":"updated"}},{"kind":"Field","name":{"kind":"Name","value":"unchanged"}},{"kind":"Field","name":{"kind":"Name","value":"deletedKeys"}}]}}]}}]} as unknown as DocumentNode<ImportTextsMutation, ImportTextsMutationVariables>;
export const TrashSummaryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TrashSummary"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trashSummary"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"oldest"}}]}}]}}]} as unknown as DocumentNode<TrashSummaryQuery, TrashSummaryQueryVariables>;
export const TrashDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Trash"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"kinds"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Kind"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"deletedById"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"deletedAfter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"deletedBefore"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"purgeBefore"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ownerId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"deletionReason"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TrashOrder"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trash"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"kinds"},"value":{"kind":"Variable","name":{"kind":"Name","value":"kinds"}}},{"kind":"Argument","name":{"kind":"Name","value":"deletedById"},"value":{"kind":"Variable","name":{"kind":"Name","value":"deletedById"}}},{"kind":"Argument","name":{"kind":"Name","value":"deletedAfter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"deletedAfter"}}},{"kind":"Argument","name":{"kind":"Name","value":"deletedBefore"},"value":{"kind":"Variable","name":{"kind":"Name","value":"deletedBefore"}}},{"kind":"Argument","name":{"kind":"Name","value":"purgeBefore"},"value":{"kind":"Variable","name":{"kind":"Name","value":"purgeBefore"}}},{"kind":"Argument","name":{"kind":"Name","value":"ownerId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ownerId"}}},{"kind":"Argument","name":{"kind":"Name","value":"deletionReason"},"value":{"kind":"Variable","name":{"kind":"Name","value":"deletionReason"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}},{"kind":"Field","name":{"kind":"Name","value":"restoredBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Actor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"purgeAt"}},{"kind":"Field","name":{"kind":"Name","value":"hold"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Hold"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Account"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Actor"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Actor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Record"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"restKey"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}},{"kind":"Field","name":{"kind":"Name","value":"deletionReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Account"}}]}},{"kind":"Field","name":{"kind":"Name","value":"deletedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Actor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restore"}},{"kind":"Field","name":{"kind":"Name","value":"delete"}},{"kind":"Field","name":{"kind":"Name","value":"update"}},{"kind":"Field","name":{"kind":"Name","value":"purge"}},{"kind":"Field","name":{"kind":"Name","value":"hold"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Hold"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RecordHold"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"since"}}]}}]} as unknown as DocumentNode<TrashQuery, TrashQueryVariables>;
export const RestorePreviewDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestorePreview"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restorePreview"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"record"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}}]}},{"kind":"Field","name":{"kind":"Name","value":"canRestore"}},{"kind":"Field","name":{"kind":"Name","value":"ownerDeleted"}},{"kind":"Field","name":{"kind":"Name","value":"owner"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Account"}}]}},{"kind":"Field","name":{"kind":"Name","value":"obstacles"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"refersTo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dependents"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"deletedTogether"}}]}},{"kind":"Field","name":{"kind":"Name","value":"relatedCount"}},{"kind":"Field","name":{"kind":"Name","value":"tooManyRelated"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Account"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserSummary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Actor"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Actor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"accountId"},"name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Record"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"restKey"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}},{"kind":"Field","name":{"kind":"Name","value":"deletionReason"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Account"}}]}},{"kind":"Field","name":{"kind":"Name","value":"deletedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Actor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restore"}},{"kind":"Field","name":{"kind":"Name","value":"delete"}},{"kind":"Field","name":{"kind":"Name","value":"update"}},{"kind":"Field","name":{"kind":"Name","value":"purge"}},{"kind":"Field","name":{"kind":"Name","value":"hold"}}]}}]}}]} as unknown as DocumentNode<RestorePreviewQuery, RestorePreviewQueryVariables>;
export const HoldsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Holds"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Record"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewerCan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restore"}},{"kind":"Field","name":{"kind":"Name","value":"delete"}},{"kind":"Field","name":{"kind":"Name","value":"update"}},{"kind":"Field","name":{"kind":"Name","value":"purge"}},{"kind":"Field","name":{"kind":"Name","value":"hold"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Restorable"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hold"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Hold"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Hold"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RecordHold"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"since"}}]}}]} as unknown as DocumentNode<HoldsQuery, HoldsQueryVariables>;