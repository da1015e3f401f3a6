// What an error of the API means to a person.

import type { CombinedError } from '@urql/core';
import type { Language } from '../i18n';
import { coded, type Coded } from './said';

type Extensions = {
  code?: string; requiredPermissions?: string[]; errors?: Record<string, string[]>; problems?: (Coded & { field: string })[]; reason?: unknown;
};
type Refusal = { code?: string; message: string; reason?: unknown; requiredPermissions?: readonly string[] | null };

/** The extensions of an error, of the field `path` alone if given. */
export function extensions(error: CombinedError | undefined, path?: string): Extensions | undefined {
  const found = error?.graphQLErrors.find((it) => !path || it.path?.[0] === path);
  return found?.extensions as Extensions | undefined;
}

/** How the names of fields begin that change something. */
const ACTS = /^(create|update|delete|restore(?!Preview)|purge|hold|release|matching|undo|revert|send|mark|rotate|revoke|grant|signOut|import)/;

/** Codes that say by themselves why something was refused, wherever it was. */
const PLAIN = ['UNAVAILABLE', 'INTERNAL', 'ABORTED', 'VALIDATION_FAILED'];

/** Why something was refused, and what to do. */
export function refusal(language: Language, { code = '', message, reason, requiredPermissions }: Refusal, isAct = true): string {
  const { t } = language;
  if (code === 'RATE_LIMITED') return t('error.limited');
  if (code === 'UNAUTHENTICATED') return t('error.signedOut');
  if (code !== 'FORBIDDEN') {
    const why = (reason as Coded | null | undefined) ?? (PLAIN.includes(code) ? { code } : undefined);
    return (why && coded(language, 'refused', why)) ?? t('error.said', { text: message });
  }
  const needs = requiredPermissions?.length ? t('error.needs', { permissions: requiredPermissions.join(', ') }) : '';
  return `${t(isAct ? 'error.mayNot' : 'error.forbidden')} ${needs}`.trim();
}

/** Why it failed, and what to do. What has neither an answer nor an error didn't reach the server. */
export function explain(language: Language, error: CombinedError | undefined, path?: string): string {
  const cause = error?.graphQLErrors.find((it) => !path || it.path?.[0] === path);
  if (!cause) return language.t('error.network');
  return refusal(language, { ...(cause.extensions as Extensions), message: cause.message }, ACTS.test(String(cause.path?.[0])));
}

/** Errors of single fields, by their names as the schema writes them. */
export function fieldErrors(language: Language, error: CombinedError | undefined): Record<string, string> | undefined {
  const { errors, problems = [] } = extensions(error) ?? {};
  if (!errors) return undefined;
  const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(errors).map(([name, texts]) => {
    const of = problems.filter(({ field }) => field === name);
    const said = texts.map((text, at) => (of[at] && coded(language, 'said', of[at])) ?? text);
    return [camel(name), said.join('; ')];
  }));
}
