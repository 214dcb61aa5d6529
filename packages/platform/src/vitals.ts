import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type Release, readRelease } from './release.ts'

/** How a process is doing. */
export type Vitals = {
  release: Release['version']
  commit: Release['commit']
  /** Percent of one core since the reading before */
  cpu: number
  /** Resident memory, bytes */
  memory: number
  /** 99th percentile of the delay of the event loop since the reading before, ms */
  loopDelay: number
}

/** The delay is sampled so often, ms: fifty times a second costs nothing measurable */
const sampleEveryMs = 20

/** Reads the vitals of this process; each reading covers the time since the one before. `stop` ends the samples. */
export function createVitals(): { read(): Vitals; stop(): void } {
  const { version, commit } = readRelease()
  const delay = monitorEventLoopDelay({ resolution: sampleEveryMs })
  delay.enable()
  let cpu = process.cpuUsage()
  let readAt = performance.now()

  return {
    read() {
      const used = process.cpuUsage(cpu)
      const now = performance.now()
      const elapsed = Math.max(1, now - readAt)
      // the histogram has the time between two samples, in ns; none was taken yet if it is read at once
      const between = delay.count > 0 ? delay.percentile(99) / 1e6 : 0
      delay.reset()
      cpu = process.cpuUsage()
      readAt = now
      return {
        release: version,
        commit,
        cpu: round((used.user + used.system) / 10 / elapsed),
        memory: process.memoryUsage.rss(),
        loopDelay: round(Math.max(0, between - sampleEveryMs)),
      }
    },
    stop: () => void delay.disable(),
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
