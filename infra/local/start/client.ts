import { createHash } from 'node:crypto'
import { globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRepository, repository, toolEnvironment } from '../paths.ts'
import { Problem } from '../problem.ts'
import { run } from '../process/commands.ts'

const dist = inRepository('web', 'dist')
const STAMP = '.built-from'

/**
 * Builds the client into web/dist, unless it was built from the same sources. It is built in a temporary directory and
 * then renamed, so a running stack never serves an incomplete build, and a killed build leaves the old one.
 *
 * @param signal ends the build
 * @param log receives one sentence if there is something to build
 * @throws Problem with the output of vite
 */
export async function buildClient(
  signal: AbortSignal,
  log: (line: string) => void = () => {},
): Promise<void> {
  const inputs = hashInputs()
  if (readStamp() === inputs) return
  log('Building the client …')
  const temporary = inRepository('web', 'node_modules', `.build-${process.pid}`)
  try {
    await vite(temporary, signal)
    writeFileSync(join(temporary, STAMP), inputs)
    rmSync(dist, { recursive: true, force: true })
    renameSync(temporary, dist)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

async function vite(outDir: string, signal: AbortSignal) {
  const tool = inRepository('node_modules', 'vite', 'bin', 'vite.js')
  const result = await run(process.execPath, [tool, 'build', '--outDir', outDir, '--emptyOutDir'], {
    cwd: inRepository('web'),
    env: { ...toolEnvironment(), NODE_ENV: 'production' },
    signal,
  })
  if (!result.ok) throw new Problem(`The client could not be built:\n${result.output}`)
}

/** Covers all that the build depends on: the client, the contracts and the versions of the packages. */
function hashInputs(): string {
  const patterns = ['web/**/*', 'packages/contracts/src/**/*', 'package-lock.json']
  const exclude = ['web/node_modules/**', 'web/dist/**']
  const hash = createHash('sha256')
  for (const path of globSync(patterns, { cwd: repository, exclude }).sort()) {
    const file = inRepository(path)
    if (statSync(file).isFile()) hash.update(path).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function readStamp(): string | undefined {
  try {
    return readFileSync(join(dist, STAMP), 'utf8')
  } catch {
    return undefined
  }
}
