/** What the browser's tab shows: the page's name, and how many stops and questions wait for a person. */

let pageTitle = 'Tripwire';
let waiting = 0;

/** The window is named after its page. */
export function setPageTitle(title: string): void {
  pageTitle = `${title} · Tripwire`;
  show();
}

export function setTitleCount(count: number): void {
  waiting = count;
  show();
}

function show(): void {
  document.title = waiting === 0 ? pageTitle : `(${waiting}) ${pageTitle}`;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = waiting === 0 ? '/icon.svg' : '/icon-waiting.svg';
  if (icon !== null && icon.getAttribute('href') !== wanted) icon.setAttribute('href', wanted);
}
