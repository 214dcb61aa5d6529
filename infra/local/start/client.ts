import { createHash } from 'node:crypto'
import { globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../problem.ts'
import { run } from '../process/run.ts'
import { inRepository, repository, toolEnvironment } from './paths.ts'

const dist = inRepository('web', 'dist')
const STAMP = '.built-from'

/**
 * Builds the client into web/dist, unless it was built from the same sources. It is built aside and then
 * moved into place: a running stack never serves half a build, and a killed build leaves the old one.
 *
 * @param signal ends the build
 * @param log told when there is something to build
 * @throws Problem with vite's words
 */
export async function buildClient(
  signal: AbortSignal,
  log: (line: string) => void = () => {},
): Promise<void> {
  const inputs = hashInputs()
  if (readStamp() === inputs) return
  log('Building the client …')
  const aside = inRepository('web', 'node_modules', `.build-${process.pid}`)
  try {
    await vite(aside, signal)
    writeFileSync(join(aside, STAMP), inputs)
    rmSync(dist, { recursive: true, force: true })
    renameSync(aside, dist)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

async function vite(outDir: string, signal: AbortSignal) {
  const tool = inRepository('node_modules', 'vite', 'bin', 'vite.js')
  const built = await run(process.execPath, [tool, 'build', '--outDir', outDir, '--emptyOutDir'], {
    cwd: inRepository('web'),
    env: { ...toolEnvironment(), NODE_ENV: 'production' },
    signal,
  })
  if (!built.ok) throw new Problem(`The client could not be built:\n${built.output}`)
}

/** Everything that the built files depend on: the client, the contracts it imports, the packages' versions. */
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
