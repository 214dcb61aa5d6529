/**
 * Proves that the tests catch sixty small faults in the product's code. Whoever deletes, moves or merges tests runs it before and
 * after: each fault must still make one of its test files fail.
 *
 *     node tests/faults/run.ts                 all faults
 *     node tests/faults/run.ts rules work      those of these areas
 *     node tests/faults/run.ts 'A sentence.'   the fault of this name
 *
 * It applies one fault at a time to a copy of the working tree, which includes uncommitted changes, and runs only the test files
 * that the fault names. It exits with 1 if a fault is missed, or if those files fail without any fault.
 */
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../support/embedded.ts'
import { copyTree } from './copy-tree.ts'
import { applyTo, type ListedFault, root, selectFaults } from './faults.ts'
import { needsServers, type Outcome, runVitest } from './run-vitest.ts'

/** Runs test files in the copy. */
type Run = (files: readonly string[]) => Promise<Outcome>

const seconds = (since: number) => `${Math.round((performance.now() - since) / 1_000)} s`.padStart(6)

let isStopped = false
process.once('SIGINT', () => {
  isStopped = true
})

/** Without a fault all files pass: otherwise a failure would prove nothing. */
async function checkWithoutFaults(run: Run, files: readonly string[]): Promise<boolean> {
  const startedAt = performance.now()
  const { hasPassed, output } = await run(files)
  if (hasPassed) console.log(`passed  ${seconds(startedAt)}  ${files.length} test files without a fault`)
  else console.log(`${output}\nThe test files fail without a fault.`)
  return hasPassed
}

async function tryFault(tree: string, fault: ListedFault, run: Run): Promise<boolean> {
  const startedAt = performance.now()
  const path = join(tree, fault.file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, applyTo(text, fault))
  const { failedTest, hasPassed, output } = await run(fault.caughtBy)
  writeFileSync(path, text)
  const verdict = failedTest === undefined ? 'MISSED' : 'caught'
  console.log(
    `${verdict}  ${seconds(startedAt)}  ${fault.area}: ${fault.name}\n${' '.repeat(16)}${failedTest ?? '–'}`,
  )
  if (failedTest === undefined && !hasPassed) console.log(output)
  return failedTest !== undefined
}

async function main(names: readonly string[]): Promise<number> {
  const faults = selectFaults(names)
  const files = [...new Set(faults.flatMap(({ caughtBy }) => caughtBy))]
  const servers = files.some(needsServers) ? await startEmbedded() : undefined
  const tree = mkdtempSync(join(realpathSync(tmpdir()), 'jaanch-faults-'))
  try {
    copyTree(root, tree)
    const environment = servers && {
      TEST_DATABASE_URL: servers.databaseUrl,
      TEST_REDIS_URL: servers.redisUrl,
    }
    const run: Run = (some) => runVitest(tree, some, environment ?? {})
    if (!(await checkWithoutFaults(run, files))) return 1
    let missed = 0
    for (const fault of faults) {
      if (isStopped) return 1
      if (!(await tryFault(tree, fault, run))) missed += 1
    }
    console.log(`${faults.length - missed} of ${faults.length} faults were caught.`)
    return missed === 0 ? 0 : 1
  } finally {
    rmSync(tree, { recursive: true, force: true })
    await servers?.stop()
  }
}

process.exitCode = await main(process.argv.slice(2))
