import { test as base } from '@playwright/test'

/** Playwright's test, after which every browser that it opened is closed: pages left open go on living off the machine. */
export const test = base.extend<{ tidy: undefined }>({
  tidy: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})
