import type { Page } from '@playwright/test'

/** Records the options of each position request of the page. @returns reads the recorded options */
export async function recordPositionRequests(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    const requests: unknown[] = []
    Object.assign(window, { positionRequests: requests })
    const original = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation)
    navigator.geolocation.getCurrentPosition = (onSuccess, onError, options) => {
      requests.push(options)
      original(onSuccess, onError, options)
    }
  })
  return () => page.evaluate('window.positionRequests')
}
