/**
 * `npm run lighthouse`, and a step of `npm test`: runs Lighthouse, as on a phone, on the pages that customers open first. It
 * starts a stack, or uses the one at LIGHTHOUSE_URL (with the demo). Exits with 1 if a page fails its limits.
 */
import { chromium } from '@playwright/test'
import getPort from 'get-port'
import lighthouse from 'lighthouse'
import { startStackProcess } from '../chaos/stack-process.ts'
import { unpackChromium } from '../e2e/chromium.ts'
import { describeFailedAudits, findFailedLimits, type Page, type Score, toScore } from './scores.ts'

const pages: readonly Page[] = [
  { path: '/', signedIn: false, performance: 95 },
  { path: '/tests', signedIn: true, performance: 90 },
  { path: '/home', signedIn: true, performance: 90 },
  { path: '/booking', signedIn: true, performance: 90 },
]

/** Other load on the machine lowers a score and never raises it, so a page that fails is measured again. */
const maxAttempts = 3

const externalUrl = process.env.LIGHTHOUSE_URL
const stack = externalUrl ? { url: externalUrl, stop: async () => {} } : await startStackProcess()
try {
  const scores: Score[] = []
  for (const page of pages) scores.push(await measureWithRetries(page, stack.url))
  console.table(scores.map(({ failedAudits, ...score }) => score))
  for (const { page, failedAudits } of scores)
    for (const line of describeFailedAudits(failedAudits)) console.log(`${page}: ${line}`)
  const failures = pages.flatMap((page, index) => findFailedLimits(page, scores[index]))
  for (const line of failures) console.error(line)
  process.exitCode = failures.length ? 1 : 0
} finally {
  await stack.stop()
}

async function measureWithRetries(page: Page, url: string): Promise<Score> {
  let best = await measure(page, url)
  for (let attempt = 1; attempt < maxAttempts && findFailedLimits(page, best).length > 0; attempt += 1) {
    const score = await measure(page, url)
    const failures = findFailedLimits(page, score).length
    const fewest = findFailedLimits(page, best).length
    if (failures < fewest || (failures === fewest && score.performance > best.performance)) best = score
  }
  return best
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
    if (page.signedIn) await signIn(await browser.newPage(), url)
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

async function signIn(tab: import('@playwright/test').Page, url: string): Promise<void> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'asha@jaanch.example', password: 'asha-demo-2026' }),
  })
  const { token } = (await response.json()) as { token: string }
  // a file of the client without a script: it does not fill the cache
  await tab.goto(`${url}/favicon.svg`)
  await tab.evaluate((value) => localStorage.setItem('auth_token', value), token)
  await tab.close()
}
