import type { OperationsView } from '@jaanch/operations/now/api'
import { countText } from '@/lib/format/numbers'
import { texts } from './texts'

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
  const nobodyRelays = apis.length === 0 || consumers.some((one) => one.isBeforeGap)
  const nobodyWorks = workers.length === 0 || consumers.some((one) => one.isLeftToNewer)
  const nobodyFeeds = !live?.isFed || live.stopped !== null
  const isStopped = generations.some((one) => one.stopped !== null)
  const { appended, relayed, projected, pushed } = rates
  const { stages } = texts
  const stage = (name: keyof Stages, state: StageState, rate: number | null, detail: string): Stage => ({
    title: stages[name].title,
    state,
    rate,
    detail,
  })
  return {
    log: stage('log', moving(appended), appended, stages.log.detail(view.head)),
    relay: stage('relay', stateOf(nobodyRelays, relayLag > maxLag, relayed), relayed, lagText(relayLag)),
    work: stage(
      'work',
      stateOf(false, oldest > maxWorkAgeMs, done),
      done,
      stages.work.detail(waiting, leased),
    ),
    workers: stage(
      'workers',
      stateOf(nobodyWorks, false, done),
      done,
      stages.workers.detail(stages.processes(workers.length), rateText(rates.sent)),
    ),
    projector: stage(
      'projector',
      stateOf(nobodyFeeds, (live?.lag ?? 0) > maxLag, projected),
      projected,
      live ? lagText(live.lag) : stages.projector.nothing,
    ),
    readTables: stage(
      'readTables',
      stateOf(live === undefined, isStopped, projected),
      projected,
      live ? stages.readTables.live(live.generation) : stages.readTables.noneLive,
    ),
    push: stage(
      'push',
      stateOf(apis.length === 0, pushLag > maxLag, pushed),
      pushed,
      `${stages.processes(apis.length)}, ${lagText(pushLag)}`,
    ),
  }
}

/** The read tables that readers see: those of the newest model version, while two releases run. */
function liveOf({ generations }: Pick<OperationsView, 'generations'>) {
  return generations.filter(({ state }) => state === 'live').toSorted((a, b) => b.version - a.version)[0]
}

export function describe(stages: Stages): string[] {
  return Object.values(stages).map(({ title, state, rate, detail }) =>
    [`${title}: ${texts.stages.states[state].toLowerCase()}`, `${rateText(rate)}`, detail]
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
