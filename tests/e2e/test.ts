import { test as base } from '@playwright/test'
import { noteToasts } from './toasts.ts'

/**
 * Runs before the scripts of each page. The client gives up a call after 20 s (`callLimitMs`), but the API of these tests may take 60 s on a
 * busy machine.
 */
function waitForSlowAnswers(): void {
  const start = window.setTimeout.bind(window)
  const patient = (run: () => void, ms?: number, ...rest: unknown[]) =>
    start(run, ms === 20_000 ? 120_000 : ms, ...rest)
  Object.assign(window, { setTimeout: patient })
}

/** Playwright's test, which notes the toasts of every page and closes every context that it opened: open pages use CPU time. */
export const test = base.extend<{ tidy: undefined }, { notesToasts: undefined }>({
  notesToasts: [
    async ({ browser }, use) => {
      browser.on('context', (context) => {
        void context.addInitScript(noteToasts)
        void context.addInitScript(waitForSlowAnswers)
      })
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
