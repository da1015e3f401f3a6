// What an error of the API means to a person.

import type { CombinedError } from '@urql/core';
import type { Language } from '../i18n';

type Extensions = { code?: string; requiredPermissions?: string[]; errors?: Record<string, string[]> };

/** The extensions of an error, of the field `path` alone if given. */
export function extensions(error: CombinedError | undefined, path?: string): Extensions | undefined {
  const found = error?.graphQLErrors.find((it) => !path || it.path?.[0] === path);
  return found?.extensions as Extensions | undefined;
}

/** How the names of fields begin that change something. */
const ACTS = /^(create|update|delete|restore(?!Preview)|undo|revert|send|mark|rotate|revoke|grant|signOut|import)/;

/** Why it failed, and what to do. */
export function explain({ t }: Language, error: CombinedError, path?: string): string {
  const cause = error.graphQLErrors.find((it) => !path || it.path?.[0] === path);
  if (!cause) return t('error.network');
  const { code, requiredPermissions = [] } = cause.extensions as Extensions;
  if (code === 'RATE_LIMITED') return t('error.limited');
  if (code === 'FORBIDDEN') {
    const needs = requiredPermissions.length > 0 ? t('error.needs', { permissions: requiredPermissions.join(', ') }) : '';
    return `${t(ACTS.test(String(cause.path?.[0])) ? 'error.mayNot' : 'error.forbidden')} ${needs}`.trim();
  }
  return cause.message;
}

/** Errors of single fields, by their names as the schema writes them. */
export function fieldErrors(error: CombinedError | undefined): Record<string, string> | undefined {
  const { errors } = extensions(error) ?? {};
  if (!errors) return undefined;
  const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(errors).map(([name, texts]) => [camel(name), [texts].flat().join('; ')]));
}
