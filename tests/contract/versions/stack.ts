import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { serviceUrl } from '@jaanch/infra/local/migrations/service-login'
import { servicePassword } from '@jaanch/tests/support/names'
import getPort from 'get-port'
import type { Release } from './earlier-release.ts'
import type { Service } from './walk.ts'

export type Servers = { databaseUrl: string; redisUrl: string; dataDir: string }

type Running = { child: ChildProcess; release: Release; url: string | undefined }

/** One process of each service, each of which can be replaced by that of another release. */
export type MixedStack = {
  /** The API that takes requests now: what a load balancer would choose */
  url(): string
  /** Starts the process of a release beside the running one, waits until it is ready, then stops the other one gracefully. */
  replace(service: Service, release: Release): Promise<void>
  stop(): Promise<void>
}

/** Runs a program of a release to its end. @throws if it fails */
export function runProgram(release: Release, args: readonly string[], env: Record<string, string>): void {
  execFileSync(process.execPath, args, { cwd: release.root, env: { ...process.env, ...env }, stdio: 'pipe' })
}

/** Starts no process yet: `replace` does. */
export function createMixedStack({ databaseUrl, redisUrl, dataDir }: Servers): MixedStack {
  const running = new Map<Service, Running>()
  const jwtSecret = randomBytes(32).toString('hex')
  mkdirSync(join(dataDir, 'logs'), { recursive: true })

  async function start(service: Service, release: Release): Promise<Running> {
    const port = await getPort()
    const child = spawn(process.execPath, [join(release.root, 'services', service, 'src', 'main.ts')], {
      cwd: release.root,
      env: {
        ...process.env,
        PORT: String(port),
        DATABASE_URL: serviceUrl(databaseUrl, servicePassword),
        REDIS_URL: redisUrl,
        DATA_DIR: dataDir,
        LIMIT_SCALE: '100000',
        JWT_SECRET: jwtSecret,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    const log = createWriteStream(join(dataDir, 'logs', `${service}-${release.name}.log`), { flags: 'a' })
    child.stdout?.pipe(log)
    child.stderr?.pipe(log)
    await Promise.race([once(child, 'message'), once(child, 'exit')])
    if (child.exitCode !== null) throw new Error(`The ${release.name} ${service} ended: see ${log.path}`)
    const url = service === 'api' ? `http://127.0.0.1:${port}` : undefined
    if (url) await waitUntilReady(url)
    return { child, release, url }
  }

  async function end({ child }: Running): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }

  return {
    url: () => running.get('api')?.url ?? '',
    async replace(service, release) {
      const previous = running.get(service)
      running.set(service, await start(service, release))
      if (!previous) return
      await end(previous)
      if (previous.child.exitCode !== 0)
        throw new Error(`The ${previous.release.name} ${service} did not stop gracefully`)
    },
    async stop() {
      await Promise.all([...running.values()].map(end))
    },
  }
}

async function waitUntilReady(url: string): Promise<void> {
  for (;;) {
    const ready = await fetch(`${url}/api/ready`).catch(() => undefined)
    await ready?.body?.cancel()
    if (ready?.ok) return
    await setTimeout(50)
  }
}
