/** `npm test`: runs all checks in order, even if one fails, and writes the results to test-results/. */
import { inRepository } from './paths.ts'
import { buildClient } from './start/client.ts'
import { onShutdown } from './start/shutdown.ts'
import { ensurePrograms } from './test/programs.ts'
import { describeDurations, reportPath } from './test/reports.ts'
import { runSteps, summarise } from './test/run-steps.ts'
import { clearResults, testSteps } from './test/steps.ts'
import { collectTool, runTool } from './test/tools.ts'

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

async function vitest(): Promise<boolean> {
  await installed
  const reporters = ['default', 'json', inRepository('infra/local/test/run-reporter.ts')]
  return tool(
    'vitest',
    'run',
    // `npm run test:more` runs it
    '--project=!versions',
    // a Debian in a container follows docs/server.md: `npm run test:server`
    '--project=!server',
    ...reporters.map((reporter) => `--reporter=${reporter}`),
    `--outputFile.json=${reportPath(results, 'tests')}`,
  )
}

clearResults(results)
// downloads wait for the network: the checks before the tests use the processor meanwhile
const installed = ensurePrograms(console.log)
// the step that needs it reports it
installed.catch(() => {})

// these run at the same time
const [types, lint, structure] = [
  // each further checker checks again what they share: four need half as much processor time again
  begin('tsc', '--build', '--checkers', '1', '--builders', '2'),
  begin('biome', 'check', '.'),
  begin('node', 'tests/contract/structure/run.ts'),
]
const client = buildClient(shutdown.signal)
// the step reports it
client.catch(() => {})

await runSteps(
  results,
  [
    { name: 'lint', heading: 'Lint', check: lint },
    { name: 'structure', heading: 'Imports and unused code', check: structure },
    { name: 'client', heading: 'Client build', check: () => client.then(() => true) },
    { name: 'budget', heading: 'Size of the client', check: () => tool('node', 'tests/e2e/budget/check.ts') },
    { name: 'tests', heading: 'Unit and integration tests', check: vitest },
    // it has run beside all of them
    { name: 'types', heading: 'Types', check: types },
    {
      name: 'browser',
      heading: 'Browser tests',
      check: () => tool('playwright', 'test', '--config', 'tests/e2e/playwright.config.ts'),
    },
  ],
  shutdown,
)
console.log(
  `\n── Durations ───────────────────────────────────────────────────\n${describeDurations(results)}`,
)
const exitCode = summarise(results, testSteps)
process.exit(shutdown.signal.aborted ? 130 : exitCode)
