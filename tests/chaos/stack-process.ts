import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startPostgres } from '@jaanch/infra/local/postgres'
import { commandLine, listChildren } from '@jaanch/infra/local/process/inspect'
import { startRedis } from '@jaanch/infra/local/redis'
import getPort from 'get-port'

export type StackProcess = {
  url: string
  databaseUrl: string
  redisUrl: string
  dataDir: string
  /** @returns the ids of the processes of a service */
  listPids(service: 'api' | 'workers' | 'projector'): number[]
  stop(): Promise<void>
}

/** A drill is many people behind one address, who send more than people do. */
const manyFromOneNetwork = { LIMIT_SCALE: '100000' }

/**
 * Starts a whole stack with the demo, like `npm start`, in a temporary directory.
 * @param env additional variables
 * @param startDatabase starts its Postgres in that directory; default: one server
 * @param existing a data directory that is used instead and stays; its read tables may have to be built first, for up to an hour
 */
export async function startStackProcess(
  env: Record<string, string> = {},
  startDatabase: (dataDir: string) => Promise<{ url: string; stop(): Promise<void> }> = (dataDir) =>
    startPostgres({ dataDir }),
  existing?: string,
): Promise<StackProcess> {
  const dataDir = existing ? resolve(existing) : await mkdtemp(join(tmpdir(), 'jaanch-chaos-'))
  const port = await getPort()
  const url = `http://localhost:${port}`
  const [postgres, redis] = await Promise.all([startDatabase(dataDir), startRedis({ dataDir })])
  const servers = { DATABASE_URL: '', DATABASE_OWNER_URL: postgres.url, REDIS_URL: redis.url }
  const child = spawn(process.execPath, [resolve(import.meta.dirname, '../../infra/local/start.ts')], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: '1',
      ...servers,
      ...manyFromOneNetwork,
      ...env,
    },
    stdio: 'ignore',
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  async function stop(): Promise<void> {
    child.kill('SIGTERM')
    await ended
    await Promise.all([postgres.stop(), redis.stop()])
    if (!existing) await rm(dataDir, { recursive: true, force: true })
  }
  await waitUntilReady(url, child, existing ? 60 : 2).catch(async (error) => {
    await stop()
    throw error
  })
  return {
    url,
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    dataDir,
    listPids: (service) =>
      listChildren(child.pid ?? 0).filter((pid) =>
        commandLine(pid)?.includes(`services/${service}/src/main.ts`),
      ),
    stop,
  }
}

async function waitUntilReady(url: string, child: ChildProcess, minutes: number): Promise<void> {
  const deadline = Date.now() + minutes * 60_000
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error('The stack ended before it was ready')
    const ready = await fetch(`${url}/api/ready`).catch(() => undefined)
    if (ready?.ok) return
    await setTimeout(200)
  }
  throw new Error(`The stack was not ready in ${minutes} minutes`)
}
