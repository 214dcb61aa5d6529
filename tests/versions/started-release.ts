import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import getPort from 'get-port'
import type { Release } from './earlier-release.ts'

/** A stack of one release, started as `npm start` does, on a data directory. */
export type StartedRelease = {
  url: string
  /** As Ctrl-C. @returns the exit code */
  stop(): Promise<number | null>
}

const readyLine = /Jaanch is ready/

/** Resolves when the stack is ready. @throws Error with its output if it ends before */
export async function startRelease(release: Release, dataDir: string): Promise<StartedRelease> {
  const port = await getPort()
  const child = spawn(process.execPath, [join(release.root, 'infra/local/start.ts')], {
    cwd: release.root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: '1',
      DATABASE_URL: '',
      DATABASE_OWNER_URL: '',
      REDIS_URL: '',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  let output = ''
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
        if (readyLine.test(output)) resolve()
      })
  })
  await Promise.race([ready, exited])
  if (!readyLine.test(output)) throw new Error(`The ${release.name} release did not start:\n${output}`)
  return {
    url: `http://localhost:${port}`,
    async stop() {
      child.kill('SIGINT')
      const [code] = await exited
      return code
    },
  }
}

/**
 * Replaces the bundler of a checked-out release: its client is not what is tested, and a build takes half of the time that the test
 * may take.
 */
export function skipClientBuild({ root }: Release): void {
  const vite = join(root, 'node_modules', 'vite')
  // a link to the package of this repository
  rmSync(vite, { recursive: true, force: true })
  mkdirSync(join(vite, 'bin'), { recursive: true })
  writeFileSync(join(vite, 'package.json'), '{"type":"module"}')
  writeFileSync(
    join(vite, 'bin', 'vite.js'),
    `import { mkdirSync, writeFileSync } from 'node:fs'
const outDir = process.argv[process.argv.indexOf('--outDir') + 1]
mkdirSync(outDir, { recursive: true })
writeFileSync(outDir + '/index.html', '<!doctype html><title>Jaanch</title>')
`,
  )
}
