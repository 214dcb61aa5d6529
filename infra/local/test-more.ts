/**
 * `npm run test:more`: proves again, under other conditions, what `npm test` proves: two releases side by side, many processes, faults,
 * ten thousand random requests, every width and theme of each screen, Lighthouse. All of it runs before a release.
 *
 * `npm run test:more -- --commit <hash>` runs the quarter that the hash chooses, and counts the results of the `npm test` before it
 * too: that is how .ci/run ends.
 */
import { parseArgs } from 'node:util'
import { inRepository } from './paths.ts'
import { onShutdown } from './start/shutdown.ts'
import { reportPath } from './test/reports.ts'
import { runSteps, type Step, summarise } from './test/run-steps.ts'
import { type MoreStep, moreSteps, testSteps } from './test/steps.ts'
import { runTool } from './test/tools.ts'

/** A commit's hash chooses one of these. The views, which take longest, are divided among all quarters. */
const quarters: readonly (readonly MoreStep[])[] = [
  ['versions', 'views'],
  ['many', 'views'],
  ['chaos', 'views'],
  ['fuzz', 'views', 'lighthouse'],
]

const results = inRepository('test-results')
const shutdown = onShutdown(() => process.exit(130))
const { commit } = parseArgs({ options: { commit: { type: 'string' } } }).values

if (commit !== undefined && !/^[0-9a-f]{8,64}$/.test(commit)) {
  console.error(`--commit is the hash of a commit, not ${commit}.`)
  process.exit(2)
}
/** Comes from the commit, so that a failure can be repeated, or from the date. */
const seed =
  commit === undefined ? Math.floor(Date.now() / 86_400_000) : Number.parseInt(commit.slice(0, 8), 16)

const quarter = seed % quarters.length
/** The part of the browser tests to run; without a commit, all of them run */
const shard = commit === undefined ? [] : [`--shard=${quarter + 1}/${quarters.length}`]

const tool = (name: string, args: string[], env: Record<string, string> = {}) =>
  runTool(name, args, shutdown.signal, env)

function vitest(name: 'versions' | 'fuzz', args: string[], env: Record<string, string> = {}) {
  const reporters = [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportPath(results, name)}`,
  ]
  return tool('vitest', ['run', ...args, ...reporters], env)
}

/** A minute of a scenario, with a seed that repeats it */
function drill(name: 'many' | 'chaos', scenario: string[]) {
  const options = [...scenario, '--seed', String(seed), '--minutes', '1']
  console.log(`npm run chaos -- ${options.join(' ')}`)
  const out = ['--out', reportPath(results, name), '--logs', inRepository(`test-results/${name}-logs`)]
  return tool('node', ['tests/chaos/run.ts', ...options, ...out])
}

const checks: Record<MoreStep, Omit<Step<MoreStep>, 'name'>> = {
  versions: {
    heading: 'Two releases side by side',
    check: () => vitest('versions', ['--project', 'versions']),
  },
  many: { heading: 'Many processes', check: () => drill('many', ['--scenario', 'many']) },
  chaos: { heading: 'A minute of faults', check: () => drill('chaos', []) },
  fuzz: {
    heading: 'Ten thousand random requests',
    check: () =>
      vitest('fuzz', ['--project', 'integration', 'tests/contract/fuzz/fuzz.int.test.ts'], {
        FUZZ_RUNS: '10000',
      }),
  },
  views: {
    heading: 'Every width and theme of each screen',
    check: () =>
      tool('playwright', ['test', '--config', 'tests/e2e/playwright.config.ts', ...shard], {
        TEST_MORE: '1',
      }),
  },
  lighthouse: { heading: 'Lighthouse', check: () => tool('node', ['tests/e2e/lighthouse/run.ts']) },
}

const chosen = commit === undefined ? moreSteps : (quarters[quarter] ?? [])
if (commit !== undefined)
  console.log(`\nCommit ${commit} chooses these parts of npm run test:more: ${chosen.join(', ')}.`)
await runSteps(
  results,
  chosen.map((name) => ({ name, ...checks[name] })),
  shutdown,
)
const exitCode = summarise(results, commit === undefined ? chosen : [...testSteps, ...chosen])
process.exit(shutdown.signal.aborted ? 130 : exitCode)
