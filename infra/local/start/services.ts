import { join } from 'node:path'
import type { Config } from '@jaanch/platform/config'
import { inRepository, toolEnvironment } from '../paths.ts'
import { Problem } from '../problem.ts'
import { waitFor } from '../process/inspect.ts'
import { type Supervised, supervise } from '../supervisor.ts'

const READY_WITHIN_MS = 30_000

/** In the order in which they are stopped: first the source of requests, then that of work. */
export const servicesInStopOrder = ['api', 'workers', 'projector'] as const
export type ServiceName = (typeof servicesInStopOrder)[number]

/** The environment of the services: ours and all variables of the stack. */
export function serviceEnvironment(config: Config, servers: Record<string, string>): NodeJS.ProcessEnv {
  return {
    ...toolEnvironment(),
    PORT: String(config.port),
    HOST: config.host,
    DATA_DIR: config.dataDir,
    DEMO: config.demo ? '1' : '0',
    PUBLIC_URL: config.publicUrl,
    // `npm start` is for the machine of a developer
    ALLOW_KNOWN_SECRETS: '1',
    // not theirs to know
    DATABASE_OWNER_URL: undefined,
    ...servers,
  }
}

type Options = { dataDir: string; env: NodeJS.ProcessEnv; log: (line: string) => void }

/** Starts `count` processes of a service. @returns them in the order of their start */
export function startProcesses(name: ServiceName, count: number, options: Options): Supervised[] {
  return Array.from({ length: count }, (_, n) =>
    startService(name, n === 0 ? name : `${name}-${n + 1}`, options),
  )
}

/** Starts one process, which logs to `<dataDir>/logs/<title>.log`. */
function startService(name: ServiceName, title: string, { dataDir, env, log }: Options): Supervised {
  return supervise({
    name: `The service ${title}`,
    command: process.execPath,
    args: [inRepository('services', name, 'src', 'main.ts')],
    env,
    cwd: inRepository(),
    logFile: join(dataDir, 'logs', `${title}.log`),
    log,
  })
}

/** Waits until the API is ready. @throws Problem after 30 s */
export async function waitUntilReady(address: string, signal: AbortSignal): Promise<void> {
  const limits = { withinMs: READY_WITHIN_MS, everyMs: 50, signal }
  if (await waitFor(() => respondsOk(`${address}/api/ready`), limits)) return
  throw new Problem(`${address}/api/ready does not answer 200: see the logs of the services.`)
}

async function respondsOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
