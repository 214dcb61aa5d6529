/** `npm test`: runs all checks in order, even if one fails, and writes the results to test-results/. */
import { inRepository } from './paths.ts'
import { ensureRedis } from './redis/install.ts'
import { buildClient } from './start/client.ts'
import { onShutdown } from './start/shutdown.ts'
import { ensureAlertmanager } from './test/alertmanager.ts'
import { countResults, describeCounts } from './test/counts.ts'
import { ensureKustomize } from './test/kustomize.ts'
import { ensurePgBouncer } from './test/pgbouncer.ts'
import { ensurePrometheus } from './test/prometheus.ts'
import { listFailures, listFlaky } from './test/reports.ts'
import { beginSteps, type StepName, writeSteps } from './test/steps.ts'
import { collectTool, ensureCurl, runTool, tryToInstallClamd } from './test/tools.ts'

const results = inRepository('test-results')
const shutdown = onShutdown(() => process.exit(130))
const tool = (name: string, ...args: string[]) => runTool(name, args, shutdown.signal)

/** Starts a tool now. @returns prints its output when it has ended, and whether it exited with 0 */
function begin(name: string, ...args: string[]): () => Promise<boolean> {
  const running = collectTool(name, args, shutdown.signal)
  return async () => {
    const { ok, output } = await running
    if (output) console.log(output)
    return ok
  }
}

// these run at the same time
const [types, lint, structure] = [
  begin('tsc', '--build'),
  begin('biome', 'check', '.'),
  begin('node', 'tests/contract/structure/run.ts'),
]
const client = buildClient(shutdown.signal)
// the step reports it
client.catch(() => {})

const checks: Record<StepName, { heading: string; check: () => Promise<boolean> }> = {
  types: { heading: 'Types', check: types },
  lint: { heading: 'Lint', check: lint },
  structure: { heading: 'Imports and unused code', check: structure },
  client: { heading: 'Client build', check: () => client.then(() => true) },
  budget: { heading: 'Size of the client', check: () => tool('node', 'tests/e2e/budget/check.ts') },
  tests: { heading: 'Unit and integration tests', check: vitest },
  browser: {
    heading: 'Browser tests',
    check: () => tool('playwright', 'test', '--config', 'tests/e2e/playwright.config.ts'),
  },
  lighthouse: { heading: 'Lighthouse', check: () => tool('node', 'tests/e2e/lighthouse/run.ts') },
}

/** What the tests need of the machine. */
async function installTools(): Promise<void> {
  await ensureRedis(console.log)
  await ensureCurl(console.log)
  await tryToInstallClamd(console.log)
  // without them, the tests that need them fail and say why; all others run
  await ensurePrometheus(console.log).catch(() => {})
  await ensureAlertmanager(console.log).catch(() => {})
  await ensurePgBouncer(console.log).catch(() => {})
  await ensureKustomize(console.log).catch(() => {})
}

async function vitest(): Promise<boolean> {
  await installed
  const reporters = ['default', 'json', inRepository('infra/local/test/error-reporter.ts')]
  return tool(
    'vitest',
    'run',
    // .ci/run runs it: an upgrade and a rollback take two minutes
    '--project=!versions',
    // .ci/run runs it: eight processes behind nginx, which it installs
    '--project=!many',
    // a Debian in a container follows docs/server.md: `npm run test:server`
    '--project=!server',
    ...reporters.map((reporter) => `--reporter=${reporter}`),
    `--outputFile.json=${inRepository('test-results', 'vitest.json')}`,
  )
}

const steps = beginSteps(results)
// downloads wait for the network: the checks before the tests use the processor meanwhile
const installed = installTools()
// the step that needs it reports it
installed.catch(() => {})
for (const [name, { heading, check }] of Object.entries(checks) as [StepName, (typeof checks)[StepName]][]) {
  if (shutdown.signal.aborted) break
  console.log(`\n── ${heading} ${'─'.repeat(60 - heading.length)}`)
  const ok = await check().catch((error) => {
    console.error(error instanceof Error ? error.message : error)
    return false
  })
  steps[name] = ok && !shutdown.signal.aborted ? 'passed' : 'failed'
  writeSteps(results, steps)
}

const counts = countResults(results)
console.log('\n── Summary ─────────────────────────────────────────────────────')
for (const [name, result] of Object.entries(steps))
  console.log(`${result.padEnd(8)} ${checks[name as StepName].heading}`)
for (const flaky of listFlaky(results)) console.log(`\nflaky    ${flaky}`)
for (const failure of listFailures(results)) console.log(`\nfailed   ${failure}`)
console.log(describeCounts(counts))
process.exit(shutdown.signal.aborted ? 130 : counts.failed > 0 ? 1 : 0)
