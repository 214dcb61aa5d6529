import { expect, type Page } from '@playwright/test'

/** In each page: what its toasts said, title and text, since they were read last */
declare const shownToasts: string[]

/** Runs before the scripts of each page: a toast disappears by itself, on a slow machine before a test has seen it. */
export function noteToasts(): void {
  const noted: string[] = []
  Object.assign(globalThis, { shownToasts: noted })
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node instanceof HTMLLIElement && node.closest('[data-toast]'))
        noted.push(node.querySelector('p')?.textContent ?? '')
    }
  }).observe(document, { childList: true, subtree: true })
}

/** Expects that the last toast had this title, and this text if one is given, and dismisses it if it is still shown. */
export async function expectToast(page: Page, title: string, text?: string): Promise<void> {
  await expect
    .poll(async () => {
      // a page that is being left has no answer
      const said = (await page.evaluate(() => shownToasts.at(-1)).catch(() => undefined)) ?? ''
      return text === undefined ? said.split(' - ')[0] : said
    })
    .toBe(text === undefined ? title : `${title} - ${text}`)
  await page.evaluate(() => {
    shownToasts.length = 0
    document.querySelector<HTMLElement>('[data-toast] [aria-label="Dismiss"]')?.click()
  })
}
