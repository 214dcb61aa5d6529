import { test as base } from '@playwright/test'
import { noteToasts } from './toasts.ts'

/** Playwright's test, which notes the toasts of every page and closes every context that it opened: open pages use CPU time. */
export const test = base.extend<{ tidy: undefined }, { notesToasts: undefined }>({
  notesToasts: [
    async ({ browser }, use) => {
      browser.on('context', (context) => void context.addInitScript(noteToasts))
      await use(undefined)
    },
    { scope: 'worker', auto: true },
  ],
  tidy: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})
