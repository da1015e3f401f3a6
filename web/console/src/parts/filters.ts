// Filters in the address, so that “back” and a shared link have them.

import { useSearchParams } from 'wouter-preact';

export function useFilters<Name extends string>(names: readonly Name[]) {
  const [params, setParams] = useSearchParams();
  const values = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<Name, string>;
  function set(changes: Partial<Record<Name, string>>) {
    setParams((before) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries(changes) as [Name, string][]) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      return next;
    }, { replace: true });
  }
  const clear = () => set(Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>);
  return { values, set, clear, any: names.some((name) => values[name] !== '') };
}

/** The start of a day, and of the next one, where the browser is. */
export function dayRange(day: string): [string, string] | undefined {
  const start = new Date(`${day}T00:00:00`);
  if (Number.isNaN(start.getTime())) return undefined;
  const end = new Date(start);
  end.setDate(end.getDate() + 1);
  return [start.toISOString(), end.toISOString()];
}
