import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { inRepository } from '@jaanch/infra/local/paths'

export type ServiceProcess = {
  child: ChildProcess
  /** The parsed lines of its log */
  lines: Record<string, unknown>[]
  /** @returns the status of a probe and the reasons that it gives */
  ask(probe: 'live' | 'ready'): Promise<{ status: number; reasons: string[] }>
  /** Runs the health check of the image beside it. @returns its exit code and what it printed */
  checkHealth(...args: string[]): Promise<{ code: number; output: string }>
  /** Ends it, however it is */
  kill(): Promise<void>
}

/** Starts the program of a service, as an image does, and waits until it serves its probes. */
export async function startService(
  service: 'api' | 'workers' | 'projector',
  variables: Record<string, string>,
): Promise<ServiceProcess> {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [inRepository('services', service, 'src', 'main.ts')], {
    env: { PATH, NODE_ENV: 'production', METRICS_PORT: '0', ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const lines: Record<string, unknown>[] = []
  const measuring = Promise.withResolvers<number>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const entry = JSON.parse(line)
    lines.push(entry)
    if (entry.msg === 'measuring') measuring.resolve(entry.port)
  })
  child.once('exit', () => measuring.reject(new Error(`${service} ended before it served its probes`)))
  const port = await measuring.promise

  return {
    child,
    lines,
    async ask(probe) {
      const response = await fetch(`http://127.0.0.1:${port}/${probe}`)
      const { reasons = [] } = (await response.json()) as { reasons?: string[] }
      return { status: response.status, reasons }
    },
    async checkHealth(...args) {
      const check = spawn(
        process.execPath,
        [inRepository('infra', 'deploy', 'compose', 'healthcheck.ts'), ...args],
        {
          env: { PATH, METRICS_PORT: String(port), METRICS_HOST: '0.0.0.0' },
        },
      )
      const [stdout, stderr, [code]] = await Promise.all([
        text(check.stdout),
        text(check.stderr),
        once(check, 'exit'),
      ])
      return { code, output: stdout + stderr }
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
