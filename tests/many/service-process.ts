import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { inRepository } from '@jaanch/infra/local/paths'

export type Service = 'api' | 'workers' | 'projector'

export type ServiceProcess = {
  service: Service
  port: number
  /** Whether it has logged this sentence since its start */
  hasLogged(sentence: string): boolean
  isRunning(): boolean
  /** Sends SIGKILL and waits for the end. */
  kill(): Promise<void>
  /** Sends SIGTERM. @returns how long it took to end, ms. @throws with the end of its log unless it ends with 0 */
  terminate(): Promise<number>
}

const readyWithinMs = 150_000

/**
 * Starts one process of a service and waits until it is ready.
 * @param port of an API; another service listens nowhere
 */
export async function startService(
  service: Service,
  env: Record<string, string>,
  port = 0,
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [inRepository('services', service, 'src', 'main.ts')], {
    cwd: inRepository(),
    env: { ...process.env, ...env, PORT: String(port), LOG_LEVEL: 'info' },
    // it ends when this process has ended, because the channel closes then
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit') as Promise<[code: number | null, signal: string | null]>
  const sentences = new Set<string>()
  const lastLines: string[] = []
  createInterface({ input: child.stdout as Readable }).on('line', (line) => {
    sentences.add(sentenceOf(line))
    lastLines.push(line)
    if (lastLines.length > 20) lastLines.shift()
  })
  const fail = (what: string) => new Error(`A process of ${service} ${what}:\n${lastLines.join('\n')}`)

  await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(fail('ended at its start'))),
    setTimeout(readyWithinMs, undefined, { ref: false }).then(() => Promise.reject(fail('did not start'))),
  ])
  if (service === 'api') await untilReady(port)

  return {
    service,
    port,
    hasLogged: (sentence) => sentences.has(sentence),
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

function sentenceOf(line: string): string {
  try {
    return JSON.parse(line).msg
  } catch {
    return line
  }
}

async function untilReady(port: number): Promise<void> {
  const deadline = performance.now() + readyWithinMs
  while (performance.now() < deadline) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) return
    await setTimeout(50)
  }
  throw new Error(`The API at port ${port} did not become ready`)
}

/** Waits until nothing accepts connections at a port of this machine. */
export async function untilRefused(port: number): Promise<void> {
  const isRefused = () =>
    fetch(`http://127.0.0.1:${port}/api/health`, { headers: { connection: 'close' } }).then(
      async (answer) => {
        await answer.body?.cancel()
        return false
      },
      (error) => error.cause?.code === 'ECONNREFUSED',
    )
  while (!(await isRefused())) await setTimeout(50)
}
