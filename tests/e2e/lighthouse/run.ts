/**
 * `npm run lighthouse`, and a part of `npm run test:more`: runs Lighthouse, as on a phone, on the pages that customers open first. It
 * starts a stack, or uses the one at LIGHTHOUSE_URL (with the demo). Exits with 1 if a page fails its limits of accessibility,
 * best practices or layout shift. The performance score depends on the speed of the machine and is only reported.
 */

import { startLocalStack } from '@jaanch/tests/support/local-stack'
import { signIn } from '@jaanch/tests/support/participants'
import { createPoliteClient } from '@jaanch/tests/support/polite-client'
import { chromium, type Page as Tab } from '@playwright/test'
import getPort from 'get-port'
import lighthouse from 'lighthouse'
import { unpackChromium } from '../chromium.ts'
import { describeFailedAudits, findFailedLimits, type Score, toScore } from './scores.ts'

type Page = {
  path: string
  signedIn: boolean
  /** Performance score, of 100, on two idle cores */
  aim: number
}

const pages: readonly Page[] = [
  { path: '/', signedIn: false, aim: 95 },
  { path: '/tests', signedIn: true, aim: 90 },
  { path: '/home', signedIn: true, aim: 90 },
  { path: '/booking', signedIn: true, aim: 90 },
]

/** Measures each page once. */
async function measurePages(url: string): Promise<Score[]> {
  const scores: Score[] = []
  for (const page of pages) scores.push(await measure(page, url))
  return scores
}

/** Uses a new browser, so that nothing is cached and no other user is signed in. */
async function measure(page: Page, url: string): Promise<Score> {
  const port = await getPort()
  const { executablePath, env } = await unpackChromium()
  const browser = await chromium.launchPersistentContext('', {
    executablePath,
    env: { ...process.env, ...env },
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  })
  try {
    if (page.signedIn) await signInTab(await browser.newPage(), url)
    const result = await lighthouse(url + page.path, {
      port,
      disableStorageReset: page.signedIn,
      onlyCategories: ['performance', 'accessibility', 'best-practices'],
    })
    if (!result) throw new Error(`Lighthouse returned no result for ${page.path}`)
    return toScore(page.path, result.lhr)
  } finally {
    await browser.close()
  }
}

async function signInTab(tab: Tab, url: string): Promise<void> {
  const token = await signIn(createPoliteClient(() => url).client, 'asha@jaanch.example', 'asha-demo-2026')
  // a file of the client without a script: it does not fill the cache
  await tab.goto(`${url}/favicon.svg`)
  await tab.evaluate((value) => localStorage.setItem('auth_token', value), token)
  await tab.close()
}

const externalUrl = process.env.LIGHTHOUSE_URL
const stack = externalUrl ? { url: externalUrl, stop: async () => {} } : await startLocalStack()
try {
  const scores = await measurePages(stack.url)
  console.table(scores.map(({ failedAudits, ...score }) => score))
  for (const { page, failedAudits } of scores)
    for (const line of describeFailedAudits(failedAudits)) console.log(`${page}: ${line}`)
  const failures = pages.flatMap(({ path }) => findFailedLimits(path, scores))
  for (const line of failures) console.error(line)
  process.exitCode = failures.length ? 1 : 0
} finally {
  await stack.stop()
}
