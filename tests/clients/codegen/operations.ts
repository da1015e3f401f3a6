// Operations for graphql-codegen, and assertions on their types: each line marked as an error has to
// be one, or compilation fails.

import { graphql } from './generated';
import type { LocaleChanges, NotificationType } from './generated/graphql';
import type { ResultOf, VariablesOf } from '@graphql-typed-document-node/core';

const Reports = graphql(`
  query Reports($first: Int, $where: ReportFilter) {
    reports(first: $first, where: $where, trashed: WITH) {
      totalCount
      nodes { id databaseId title deletedAt user { email } viewerCan { restore } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);
const Update = graphql(`
  mutation UpdateLocale($code: String!, $changes: LocaleChanges!) {
    updateLocale(code: $code, changes: $changes) { locale { code nativeName sortOrder } }
  }
`);
const Bin = graphql(`
  query Bin($kinds: [Kind!]) {
    trash(kinds: $kinds) {
      nodes { kind label deletedBy { email } ... on Notification { type } }
    }
  }
`);
const Changed = graphql(`
  subscription Changed {
    recordChanged { position event { action } record { id } }
  }
`);

// A list is null when the caller may not view the kind.
type Page = ResultOf<typeof Reports>['reports'];
// @ts-expect-error So it has to be checked.
export const count = (page: Page): number => page.totalCount;
type Report = NonNullable<Page>['nodes'][number];
export const title = (report: Report): string => report.title;
export const when = (report: Report): string | null | undefined => report.deletedAt;
export const number = (report: Report): number => report.databaseId;
// @ts-expect-error It is null for live records.
export const deleted = (report: Report): string => report.deletedAt;
// @ts-expect-error It was not selected.
export const made = (report: Report): unknown => report.createdAt;

// A payload is null when the mutation was refused.
type Updated = ResultOf<typeof Update>['updateLocale'];
// @ts-expect-error So it has to be checked.
export const code = (updated: Updated): string => updated.locale.code;
export const order = (updated: Updated): number | undefined => updated?.locale.sortOrder;

export const clears: LocaleChanges = { nativeName: null };
export const changes: VariablesOf<typeof Update> = { code: 'en', changes: { sortOrder: 1 } };
// @ts-expect-error The code is required.
export const nothing: VariablesOf<typeof Update> = { changes: {} };
// @ts-expect-error There is no such field.
export const unknown: LocaleChanges = { deletedAt: null };

export const kinds: VariablesOf<typeof Bin> = { kinds: ['REPORT'] };
// @ts-expect-error There is no such kind.
export const kindless: VariablesOf<typeof Bin> = { kinds: ['WIDGET'] };
type Binned = NonNullable<ResultOf<typeof Bin>['trash']>['nodes'][number];
export const type = (binned: Binned): NotificationType | undefined =>
  binned.__typename === 'Notification' ? binned.type : undefined;
export const position = (changed: ResultOf<typeof Changed>): string => changed.recordChanged.position;
