import type { OperationsView } from '@jaanch/operations/now/api'
import { countText } from '@/lib/format/numbers'
import { stages as texts } from './texts'

/** @param rate per second; null: not known yet @returns '52/s', '0.4/s', '–' */
export function rateText(rate: number | null): string {
  if (rate === null) return '–'
  return rate > 0 && rate < 10 ? `${rate.toFixed(1)}/s` : `${countText(Math.round(rate))}/s`
}

/** @returns 'up to date', '1 event behind', '1,234 events behind' */
export function lagText(lag: number): string {
  if (lag === 0) return 'up to date'
  return `${countText(lag)} ${lag === 1 ? 'event' : 'events'} behind`
}

/** @param bytes @returns '340 KB', '1.2 MB', '3.4 GB' */
export function sizeText(bytes: number): string {
  const units = ['KB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length, Math.max(1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10)))
  const value = bytes / 1_024 ** power
  return `${value < 10 ? value.toFixed(1) : countText(Math.round(value))} ${units[power - 1]}`
}

/** idle: there is nothing to do; stopped: somebody must look at it */
export type StageState = 'running' | 'idle' | 'behind' | 'stopped'

/** One step of the pipeline: how it is, what it does a second, and how far it is. */
export type Stage = { title: string; state: StageState; rate: number | null; detail: string }

export type Stages = Record<'log' | 'relay' | 'work' | 'workers' | 'projector' | 'readTables' | 'push', Stage>

/** Events that a step may lag behind under load without being called late */
const maxLag = 1_000
/** Work is begun within a second */
const maxWorkAgeMs = 10_000

/** The steps of the pipeline, from the log to the workers and to the browsers. */
export function stagesOf(view: OperationsView): Stages {
  const { rates, consumers, generations, processes } = view
  const of = (service: 'api' | 'workers' | 'projector') => processes.filter((one) => one.service === service)
  const [apis, workers] = [of('api'), of('workers')]
  const relayLag = Math.max(0, ...consumers.map(({ lag }) => lag))
  const done = sum(Object.values(rates.work))
  const waiting = sum(consumers.map((one) => one.waiting + one.failing))
  const leased = sum(consumers.map((one) => one.leased))
  const oldest = Math.max(0, ...consumers.map((one) => one.oldest ?? 0))
  const live = liveOf(view)
  const pushLag = Math.max(0, ...apis.map(({ tail }) => tail?.lag ?? 0))
  return {
    log: {
      title: texts.log.title,
      state: moving(rates.appended),
      rate: rates.appended,
      detail: texts.log.detail(view.head),
    },
    relay: {
      title: texts.relay.title,
      state: stateOf(
        apis.length === 0 || consumers.some((one) => one.isBeforeGap),
        relayLag > maxLag,
        rates.relayed,
      ),
      rate: rates.relayed,
      detail: lagText(relayLag),
    },
    work: {
      title: texts.work.title,
      state: stateOf(false, oldest > maxWorkAgeMs, done),
      rate: done,
      detail: texts.work.detail(waiting, leased),
    },
    workers: {
      title: texts.workers.title,
      state: stateOf(workers.length === 0 || consumers.some((one) => one.isLeftToNewer), false, done),
      rate: done,
      detail: texts.workers.detail(texts.processes(workers.length), rateText(rates.sent)),
    },
    projector: {
      title: texts.projector.title,
      state: stateOf(
        !live?.isFed || live.stopped !== null,
        live !== undefined && live.lag > maxLag,
        rates.projected,
      ),
      rate: rates.projected,
      detail: live ? lagText(live.lag) : texts.projector.nothing,
    },
    readTables: {
      title: texts.readTables.title,
      state: stateOf(
        live === undefined,
        generations.some((one) => one.stopped !== null),
        rates.projected,
      ),
      rate: rates.projected,
      detail: live ? texts.readTables.live(live.generation) : texts.readTables.noneLive,
    },
    push: {
      title: texts.push.title,
      state: stateOf(apis.length === 0, pushLag > maxLag, rates.pushed),
      rate: rates.pushed,
      detail: `${texts.processes(apis.length)}, ${lagText(pushLag)}`,
    },
  }
}

/** The read tables that readers see: those of the newest model version, while two releases run. */
function liveOf({ generations }: Pick<OperationsView, 'generations'>) {
  return generations.filter(({ state }) => state === 'live').toSorted((a, b) => b.version - a.version)[0]
}

export function describe(stages: Stages): string[] {
  return Object.values(stages).map(({ title, state, rate, detail }) =>
    [`${title}: ${texts.states[state].toLowerCase()}`, `${rateText(rate)}`, detail]
      .filter(Boolean)
      .join(', '),
  )
}

function stateOf(isStopped: boolean, isBehind: boolean, rate: number | null): StageState {
  if (isStopped) return 'stopped'
  return isBehind ? 'behind' : moving(rate)
}

function moving(rate: number | null): StageState {
  return rate !== null && rate > 0 ? 'running' : 'idle'
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
