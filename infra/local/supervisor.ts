/**
 * Runs one child process and restarts it when it dies.
 *
 * 1. Start it in its own process group, with its output appended to its log.
 * 2. Wait until it is ready: it sends the IPC message `{ type: 'ready' }`, or `isReady` resolves.
 * 3. When it dies, wait (see nextDelay) and start it again, until `stop`.
 *
 * Services end when their IPC channel closes, so none outlives a supervisor that is killed with -9.
 */
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from './problem.ts'
import {
  type ChildSpec,
  describeExit,
  readLastLines,
  signalGroup,
  spawnChild,
  waitForReadyMessage,
} from './process/child.ts'

const MAX_DEATHS_BEFORE_READY = 5

const FIRST_DELAY_MS = 200
const MAX_DELAY_MS = 10_000
const WORKED_AFTER_MS = 1_000
const MAX_DELAY_AFTER_WORK_MS = 1_000
const HEALTHY_AFTER_MS = 30_000

export type SuperviseOptions = ChildSpec & {
  /** how long it may take to be ready; default 60 s */
  readyWithinMs?: number
  stopSignal?: NodeJS.Signals
  /** sent if the stop signal has no effect, and by `kill`; default SIGKILL */
  killSignal?: NodeJS.Signals
  stopWithinMs?: number
  /** receives one sentence at every restart */
  log?: (line: string) => void
}

export type Supervised = {
  /** rejects with a Problem if the child dies 5 times before it is ready, or is not ready in time */
  ready: Promise<void>
  /** the current pid; undefined between two runs and after the end */
  pid(): number | undefined
  /** sends the stop signal, after `stopWithinMs` (default 10 s) the kill signal; resolves when the child has ended */
  stop(): Promise<void>
  /** sends the kill signal and does not wait */
  kill(): void
}

/** A supervised server; its `url` does not change when it restarts. */
/** `socketUrl`: the same through a Unix socket, for processes of this machine; over TCP where no socket can be */
export type LocalServer = { url: string; socketUrl: string } & Omit<Supervised, 'ready'>

export function supervise(spec: SuperviseOptions): Supervised {
  const { log = () => {}, stopSignal = 'SIGTERM', killSignal = 'SIGKILL', stopWithinMs = 10_000 } = spec
  const ready = Promise.withResolvers<void>()
  // An unhandled rejection would end the whole stack.
  ready.promise.catch(() => {})
  const stopping = new AbortController()
  let child: ChildProcess | undefined
  let wasReady = false
  const ended = runUntilStopped()

  async function runUntilStopped() {
    let delay: number | undefined
    for (let deaths = 1; !stopping.signal.aborted; deaths++) {
      const startedAt = performance.now()
      const exit = await runOnce()
      if (stopping.signal.aborted) return
      if (!wasReady && deaths === MAX_DEATHS_BEFORE_READY) return fail(`${exit}, ${deaths} times`)
      delay = nextDelay(delay, performance.now() - startedAt)
      if (wasReady)
        log(`${spec.name} stopped unexpectedly (${exit}); starting it again in ${delay / 1000} s.`)
      await sleep(delay, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  /** Runs the child once. @returns how it ended, as text */
  async function runOnce(): Promise<string> {
    const exited = new AbortController()
    child = spawnChild(spec)
    const exit = describeExit(child)
    if (!wasReady) watchReadiness(child, exited.signal)
    try {
      return await exit
    } finally {
      child = undefined
      exited.abort()
    }
  }

  function watchReadiness(starting: ChildProcess, signal: AbortSignal) {
    const isReady = spec.isReady?.(starting.pid ?? 0, signal) ?? waitForReadyMessage(starting)
    isReady.then(
      () => {
        if (signal.aborted) return
        wasReady = true
        ready.resolve()
      },
      () => {},
    )
  }

  function fail(reason: string) {
    const message = `${spec.name} could not start (${reason}). Its log is ${spec.logFile}`
    const tail = readLastLines(spec.logFile)
    ready.reject(new Problem(tail ? `${message}, which ends with:\n${tail}` : `${message}.`))
  }

  const { readyWithinMs = 60_000 } = spec
  const readyTimeout = setTimeout(() => fail(`not ready after ${readyWithinMs / 1000} s`), readyWithinMs)
  ready.promise.finally(() => clearTimeout(readyTimeout)).catch(() => {})

  async function stop() {
    stopping.abort()
    ready.reject(new Problem(`${spec.name} was stopped.`))
    child?.kill(stopSignal)
    const stopTimeout = setTimeout(() => signalGroup(child, killSignal), stopWithinMs)
    await ended
    clearTimeout(stopTimeout)
  }

  function kill() {
    stopping.abort()
    signalGroup(child, killSignal)
  }

  return { ready: ready.promise, pid: () => child?.pid, stop, kill }
}

/**
 * How long to wait before a dead child is started again: 200 ms, doubling to 10 s. A child that ran for 30 s counts as
 * healthy, so the delay begins at 200 ms again. One that ran for 1 s had started and was working: it was probably killed
 * and its work waits, so the delay is at most 1 s.
 *
 * @param previousMs the previous delay; undefined after the first run
 * @param ranMs how long the child ran
 * @returns ms to wait
 */
export function nextDelay(previousMs: number | undefined, ranMs: number): number {
  if (previousMs === undefined || ranMs >= HEALTHY_AFTER_MS) return FIRST_DELAY_MS
  return Math.min(previousMs * 2, ranMs >= WORKED_AFTER_MS ? MAX_DELAY_AFTER_WORK_MS : MAX_DELAY_MS)
}
