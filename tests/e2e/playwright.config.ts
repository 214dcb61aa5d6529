import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import getPort from 'get-port'
import { unpackChromium } from './chromium.ts'
import { isMore } from './page-checks.ts'

const repository = resolve(import.meta.dirname, '../..')

// every worker reads this file again: the environment carries the choices of the first one
const givenUrl = process.env.E2E_BASE_URL
process.env.E2E_PORT ??= String(await getPort())
const port = process.env.E2E_PORT
process.env.E2E_DATA_DIR ??= join(tmpdir(), `jaanch-e2e-${process.pid}`)
const dataDir = process.env.E2E_DATA_DIR
const chromium = await unpackChromium()

/**
 * The browser tests run against the whole stack, started as `npm start` does, or against one that runs already at E2E_BASE_URL: with
 * the demo, and only the tests that read no file of its DATA_DIR.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: join(repository, 'test-results/e2e'),
  // a page waits for the stack and for its own frames: three workers leave a sixth of two cores idle
  workers: 4,
  // guards against hanging: no test fails because a machine is slow
  timeout: 600_000,
  expect: { timeout: 180_000 },
  retries: 0,
  reporter: [
    ['list'],
    ['json', { outputFile: join(repository, 'test-results', isMore ? 'views.json' : 'playwright.json') }],
  ],
  use: {
    // a press that hangs would keep its page open, and others would meet it
    actionTimeout: 180_000,
    baseURL: givenUrl ?? `http://localhost:${port}`,
    // of the certificate of a trial
    ignoreHTTPSErrors: givenUrl !== undefined,
    // a service worker would fetch the whole client again in each context; install.spec.ts tests it
    serviceWorkers: 'block',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // no frames of transitions to paint and to wait for: a tenth of the time. journey.spec.ts and visit-journey.spec.ts have motion
    contextOptions: { reducedMotion: 'reduce' },
    // a trace needs a third of the run time: `npm run test:e2e -- --trace retain-on-failure` records them
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromium.executablePath,
      env: { ...process.env, ...chromium.env },
      args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    },
  },
  ...(givenUrl === undefined && {
    webServer: {
      command: `node ${join(repository, 'infra/local/start.ts')}`,
      url: `http://localhost:${port}/api/ready`,
      // all browsers have one address; a busy machine refuses no request
      env: {
        PORT: port,
        DATA_DIR: dataDir,
        DEMO: '1',
        LIMIT_SCALE: '100',
        REQUEST_DEADLINE_MS: '60000',
      },
      stdout: 'ignore',
      stderr: 'pipe',
      timeout: 600_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    },
  }),
})
