// A record as people name it in a filter: by its id, or by its address in the console.

/** “https://…/console/records/REPORT/cmVwb3J0czox?q=a” is “cmVwb3J0czox”. */
export function recordId(text: string) {
  const last = text.replace(/[?#].*$/, '').replace(/^.*\//, '');
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
