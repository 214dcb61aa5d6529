import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { inRepository, toolEnvironment } from '@jaanch/infra/local/paths'

export type Service = 'api' | 'workers' | 'projector'

export type ServiceProcess = {
  service: Service
  child: ChildProcess
  port: number
  /** The address of an API */
  url: string
  /** The lines of its log */
  lines: Record<string, unknown>[]
  /** Whether it has logged this sentence since its start */
  hasLogged(sentence: string): boolean
  isRunning(): boolean
  /** Sends SIGKILL and waits for the end. */
  kill(): Promise<void>
  /** Sends SIGTERM. @returns how long it took to end, ms. @throws with the end of its log unless it ends with 0 */
  terminate(): Promise<number>
}

type Options = {
  /** The port of an API; another service listens nowhere */
  port?: number
  /** The checkout whose code runs; default: this one */
  root?: string
  /** false: resolves as soon as it serves its probes */
  isReady?: boolean
  readyWithinMs?: number
}

/** Starts one process of a service, which is not started again when it ends, and waits until it is ready. */
export async function startService(
  service: Service,
  env: Record<string, string>,
  { port = 0, root = inRepository(), isReady = true, readyWithinMs = 150_000 }: Options = {},
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [join(root, 'services', service, 'src', 'main.ts')], {
    cwd: root,
    env: { ...toolEnvironment(), LOG_LEVEL: 'info', ...env, PORT: String(port) },
    // it ends when this process has ended, because the channel closes then
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ended = once(child, 'exit') as Promise<[code: number | null, signal: string | null]>
  const lines: Record<string, unknown>[] = []
  const fail = (what: string) =>
    new Error(
      `A process of ${service} ${what}:\n${lines
        .slice(-20)
        .map((line) => JSON.stringify(line))
        .join('\n')}`,
    )
  const probed = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr] as Readable[])
    createInterface({ input: stream }).on('line', (text) => {
      const line = parse(text)
      lines.push(line)
      if (line.msg === 'measuring') probed.resolve()
    })
  await Promise.race([
    isReady ? once(child, 'message') : probed.promise,
    ended.then(() => Promise.reject(fail('ended at its start'))),
    setTimeout(readyWithinMs, undefined, { ref: false }).then(() => Promise.reject(fail('did not start'))),
  ])
  const url = `http://127.0.0.1:${port}`
  if (service === 'api' && isReady) await untilReady(url, readyWithinMs)

  return {
    service,
    child,
    port,
    url,
    lines,
    hasLogged: (sentence) => lines.some(({ msg }) => msg === sentence),
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async terminate() {
      const startedAt = performance.now()
      child.kill('SIGTERM')
      const [code, signal] = await ended
      if (code !== 0) throw fail(`ended with ${code ?? signal} after SIGTERM`)
      return performance.now() - startedAt
    },
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch {
    return { msg: text }
  }
}

/** Waits until an API answers from read tables that contain the log. @throws Error after `withinMs` */
export async function untilReady(url: string, withinMs = 120_000): Promise<void> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await setTimeout(50)) {
    const answer = await fetch(`${url}/api/ready`).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) return
  }
  throw new Error(`${url} was not ready in ${withinMs / 1_000} s`)
}
