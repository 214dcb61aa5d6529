/**
 * Keeps one child process running.
 *
 * 1. Start it, in its own process group, its output appended to its log.
 * 2. It tells that it is ready: by the IPC message `{ type: 'ready' }`, or `isReady` finds out.
 * 3. When it dies, wait (see nextDelay) and start it again, until `stop`.
 *
 * Services end by themselves when the IPC channel closes, so none outlives a supervisor killed with -9.
 */
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from './problem.ts'
import { nextDelay } from './process/backoff.ts'
import { type ChildSpec, endOf, saysReady, signalGroup, spawnChild } from './process/child.ts'
import { lastLines } from './process/log-file.ts'

const DEATHS_BEFORE_GIVING_UP = 5

export type SuperviseOptions = ChildSpec & {
  /** how long it may take to be ready; 60 s unless told */
  readyWithinMs?: number
  stopSignal?: NodeJS.Signals
  /** what ends it when the stop signal does not, or when there is no time; SIGKILL unless told */
  killSignal?: NodeJS.Signals
  stopWithinMs?: number
  /** told, in a sentence, of every restart */
  log?: (line: string) => void
}

export type Supervised = {
  /** rejects with a Problem when the child died 5 times, or the time ran out, before it was ever ready */
  ready: Promise<void>
  /** the present pid; undefined between two runs and after the end */
  pid(): number | undefined
  /** asks it to end, insists after `stopWithinMs` (10 s), resolves when it is gone */
  stop(): Promise<void>
  /** ends it at once, without waiting */
  kill(): void
}

/** A supervised server; its `url` stays the same over restarts. */
export type LocalServer = { url: string } & Omit<Supervised, 'ready'>

export function supervise(spec: SuperviseOptions): Supervised {
  const { log = () => {}, stopSignal = 'SIGTERM', killSignal = 'SIGKILL', stopWithinMs = 10_000 } = spec
  const ready = Promise.withResolvers<void>()
  // A rejection that nobody awaits yet must not end the whole stack.
  ready.promise.catch(() => {})
  const stopping = new AbortController()
  let child: ChildProcess | undefined
  let wasReady = false
  const ended = keepRunning()

  async function keepRunning() {
    let delay: number | undefined
    for (let deaths = 1; !stopping.signal.aborted; deaths++) {
      const began = performance.now()
      const end = await runOnce()
      if (stopping.signal.aborted) return
      if (!wasReady && deaths === DEATHS_BEFORE_GIVING_UP) return giveUp(`${end}, ${deaths} times`)
      delay = nextDelay(delay, performance.now() - began)
      if (wasReady) log(`${spec.name} stopped unexpectedly (${end}); starting it again in ${delay / 1000} s.`)
      await sleep(delay, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  /** One life of the child. @returns how it ended, for people */
  async function runOnce(): Promise<string> {
    const gone = new AbortController()
    child = spawnChild(spec)
    const end = endOf(child)
    if (!wasReady) watchReadiness(child, gone.signal)
    try {
      return await end
    } finally {
      child = undefined
      gone.abort()
    }
  }

  function watchReadiness(starting: ChildProcess, gone: AbortSignal) {
    const isReady = spec.isReady?.(starting.pid ?? 0, gone) ?? saysReady(starting)
    isReady.then(
      () => {
        if (gone.aborted) return
        wasReady = true
        ready.resolve()
      },
      () => {},
    )
  }

  function giveUp(why: string) {
    const place = `${spec.name} could not start (${why}). Its log is ${spec.logFile}`
    const tail = lastLines(spec.logFile)
    ready.reject(new Problem(tail ? `${place}, which ends with:\n${tail}` : `${place}.`))
  }

  const { readyWithinMs = 60_000 } = spec
  const patience = setTimeout(() => giveUp(`not ready after ${readyWithinMs / 1000} s`), readyWithinMs)
  ready.promise.finally(() => clearTimeout(patience)).catch(() => {})

  async function stop() {
    stopping.abort()
    ready.reject(new Problem(`${spec.name} was stopped.`))
    child?.kill(stopSignal)
    const insist = setTimeout(() => signalGroup(child, killSignal), stopWithinMs)
    await ended
    clearTimeout(insist)
  }

  function kill() {
    stopping.abort()
    signalGroup(child, killSignal)
  }

  return { ready: ready.promise, pid: () => child?.pid, stop, kill }
}
