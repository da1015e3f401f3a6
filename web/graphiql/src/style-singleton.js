// Takes the place of react-style-singleton, which writes <style> elements: the page's policy takes no
// inline styles, but a sheet that a script constructs is the script's own.

import { useEffect } from 'react';

/** A sheet that is there while anything has added it; the first text counts. */
export function stylesheetSingleton() {
  let users = 0;
  let sheet;
  return {
    add(text) {
      users += 1;
      if (users > 1) return;
      sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets.push(sheet);
    },
    remove() {
      users -= 1;
      if (users > 0) return;
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    },
  };
}

/** A hook that adds a text while its component is mounted. */
export function styleHookSingleton() {
  const singleton = stylesheetSingleton();
  return (styles, isDynamic) => {
    useEffect(() => {
      singleton.add(styles);
      return () => singleton.remove();
    }, [styles && isDynamic]);
  };
}

/** A component that adds its text while it is mounted. */
export function styleSingleton() {
  const useStyle = styleHookSingleton();
  return function Sheet({ styles, dynamic }) {
    useStyle(styles, dynamic);
    return null;
  };
}
