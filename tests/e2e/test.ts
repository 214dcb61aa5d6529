import { test as base } from '@playwright/test'

/** Playwright's test, with a cleanup that closes every context that the test opened: open pages use CPU time. */
export const test = base.extend<{ tidy: undefined }>({
  tidy: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})
