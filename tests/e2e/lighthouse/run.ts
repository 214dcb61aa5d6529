/**
 * `npm run lighthouse`, and a step of `npm test`: runs Lighthouse, as on a phone, on the pages that customers open first. It
 * starts a stack, or uses the one at LIGHTHOUSE_URL (with the demo). Exits with 1 if a page fails its limits of accessibility,
 * best practices or layout shift. The performance score depends on the speed of the machine and is only reported.
 */
import { startLocalStack } from '@jaanch/tests/support/local-stack'
import { measurePages, pages } from './measure.ts'
import { describeFailedAudits, findFailedLimits } from './scores.ts'

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
