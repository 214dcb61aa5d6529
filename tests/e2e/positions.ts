import type { Page } from '@playwright/test'

/** Notes with which options the page asks the browser where it is. @returns tells them */
export async function recordPositionsAsked(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    const asked: unknown[] = []
    Object.assign(window, { asked })
    const own = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation)
    navigator.geolocation.getCurrentPosition = (found, failed, options) => {
      asked.push(options)
      own(found, failed, options)
    }
  })
  return () => page.evaluate(() => (window as unknown as { asked: unknown }).asked)
}
