import { join } from 'node:path'
import { type Config, loadConfig } from '@jaanch/platform/config'
import { childEnvironment } from '@jaanch/platform/variable-files'
import { ledgerDirectory } from '../data-dir.ts'
import { inRepository, toolEnvironment } from '../paths.ts'
import { Problem } from '../problem.ts'
import { waitFor } from '../process/inspect.ts'
import { type Supervised, supervise } from '../supervisor.ts'

export const loopback = '127.0.0.1'

/**
 * The configuration of `npm start`: with the demo, and on loopback because the demo's passwords are published, unless the
 * variables say otherwise.
 * @throws ConfigError
 */
export function loadLocalConfig(variables: Record<string, string | undefined>): Config {
  return loadConfig(variables, { DEMO: '1', HOST: loopback })
}

/** Where this machine reaches what listens on the host: an address for all networks is none to connect to. */
export function localUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  if ([loopback, '0.0.0.0', '::'].includes(host)) return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

const READY_WITHIN_MS = 30_000

/** In the order in which they are stopped: first the source of requests, then that of work. */
const servicesInStopOrder = ['api', 'workers', 'projector'] as const
type ServiceName = (typeof servicesInStopOrder)[number]

/** The environment of the services: ours and all variables of the stack. */
export function serviceEnvironment(config: Config, servers: Record<string, string>): NodeJS.ProcessEnv {
  return childEnvironment(toolEnvironment(), {
    PORT: String(config.port),
    HOST: config.host,
    DATA_DIR: config.dataDir,
    DEMO: config.demo ? '1' : '0',
    ERASURE_LEDGER: ledgerDirectory(config) ?? '',
    ACCESS_LOG: config.accessLog ?? join(config.dataDir, 'requests'),
    DISK_PATHS: config.diskPaths?.join(',') ?? config.dataDir,
    PUBLIC_URL: config.publicUrl,
    // `npm start` is for the machine of a developer
    ALLOW_KNOWN_SECRETS: '1',
    // no load balancer is there to notice, and Ctrl-C should end at once
    DRAIN_SECONDS: '0',
    // not theirs to know
    DATABASE_OWNER_URL: undefined,
    DATABASE_OWNER_PASSWORD: undefined,
    ...servers,
  })
}

/** `metricsHost`: where the metrics of all processes are offered */
type Options = { dataDir: string; metricsHost: string; env: NodeJS.ProcessEnv; log: (line: string) => void }

/** One process of a service. Its title is unique; `metricsPort` stays the same when it is started again */
export type ServiceProcess = { name: ServiceName; title: string; metricsPort: number }

/**
 * The processes of a stack, in the order of their start.
 * @param workers how many of them
 * @param portOf the port for the metrics of the nth process
 */
export async function listProcesses(
  workers: number,
  portOf: (n: number) => number | Promise<number>,
): Promise<ServiceProcess[]> {
  const processes: ServiceProcess[] = []
  for (const name of servicesInStopOrder.toReversed()) {
    for (let n = 1; n <= (name === 'workers' ? workers : 1); n += 1) {
      const title = n === 1 ? name : `${name}-${n}`
      processes.push({ name, title, metricsPort: await portOf(processes.length) })
    }
  }
  return processes
}

/** The targets for Prometheus's `file_sd_configs`: where the metrics of each process are collected. */
export function prometheusTargets(processes: readonly ServiceProcess[], host: string): object[] {
  return processes.map(({ name, title, metricsPort }) => ({
    targets: [`${host}:${metricsPort}`],
    labels: { service: name, process: title },
  }))
}

/** Starts one process, which logs to `<dataDir>/logs/<title>.log`. */
export function startProcess(
  { name, title, metricsPort }: ServiceProcess,
  { dataDir, metricsHost, env, log }: Options,
): Supervised {
  return supervise({
    name: `The service ${title}`,
    command: process.execPath,
    args: [inRepository('services', name, 'src', 'main.ts')],
    env: {
      ...env,
      METRICS_PORT: `${metricsHost.includes(':') ? `[${metricsHost}]` : metricsHost}:${metricsPort}`,
    },
    cwd: inRepository(),
    logFile: join(dataDir, 'logs', `${title}.log`),
    log,
  })
}

/** A log of millions of events takes minutes to fold into new read tables, after an upgrade for example */
const longestBuildMs = 3_600_000

/** Waits until the API is ready, which needs read tables. @throws Problem after an hour */
export async function waitUntilReady(
  address: string,
  signal: AbortSignal,
  log: (line: string) => void = () => {},
): Promise<void> {
  const isReady = () => respondsOk(`${address}/api/ready`)
  if (await waitFor(isReady, { withinMs: READY_WITHIN_MS, everyMs: 50, signal })) return
  if (!signal.aborted) log('Waiting until the projector has built the read tables …')
  if (await waitFor(isReady, { withinMs: longestBuildMs, everyMs: 500, signal })) return
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
