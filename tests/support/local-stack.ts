import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRepository } from '@jaanch/infra/local/paths'
import { findFreePort } from '@jaanch/infra/local/process/ports'

/** A whole stack with the demo, started as `npm start` does. */
export type LocalStack = {
  url: string
  /** As Ctrl-C. @returns the exit code */
  stop(): Promise<number | null>
}

const readyLine = /Jaanch is ready/

/** Starts it on a temporary data directory, and resolves when it is ready. @throws Error with its output if it ends before */
export async function startLocalStack(): Promise<LocalStack> {
  const port = await findFreePort()
  const directory = await mkdtemp(join(tmpdir(), 'jaanch-stack-'))
  const child = spawn(process.execPath, [inRepository('infra/local/start.ts')], {
    cwd: inRepository(),
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: directory,
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
  if (!readyLine.test(output)) throw new Error(`The stack did not start:\n${output}`)
  return {
    url: `http://localhost:${port}`,
    async stop() {
      child.kill('SIGINT')
      const [code] = await exited
      await rm(directory, { recursive: true, force: true })
      return code
    },
  }
}
