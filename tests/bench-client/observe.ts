import type { CDPSession, Page } from '@playwright/test'

export type Responsiveness = {
  /** Interaction to next paint, ms: the longest, leaving out one of every 50 interactions as the metric is defined */
  inp: number
  medianInteraction: number
  interactions: number
  /** The worst five seconds of layout shifts */
  layoutShift: number
  /** Tasks over 50 ms: their number and the longest, ms */
  longTasks: number
  longestTask: number
  /** CPU time of the main thread, slowed, percent of one core */
  cpu: number
}

type Entries = {
  events: { id: number; duration: number }[]
  shifts: { at: number; value: number }[]
  tasks: number[]
}

// As text, because these scripts are compiled for Node, which has no window.
const record = `
  window.recorded = { events: [], shifts: [], tasks: [] }
  const observe = (options, use) =>
    new PerformanceObserver((list) => list.getEntries().forEach(use)).observe(options)
  observe({ type: 'event', durationThreshold: 16 }, ({ interactionId, duration }) => {
    if (interactionId) recorded.events.push({ id: interactionId, duration })
  })
  observe({ type: 'layout-shift' }, ({ startTime, value, hadRecentInput }) => {
    if (!hadRecentInput) recorded.shifts.push({ at: startTime, value })
  })
  observe({ type: 'longtask' }, ({ duration }) => recorded.tasks.push(duration))`

/** Starts to record what a user of the page would feel. @returns ends it */
export async function observe(page: Page, cdp: CDPSession): Promise<() => Promise<Responsiveness>> {
  // CPU time of the thread: on a machine that others load, wall time would count their work too
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.evaluate(record)
  const before = await readMetrics(cdp)
  const startedAt = performance.now()
  return async () => {
    const after = await readMetrics(cdp)
    const entries = await page.evaluate<Entries>('recorded')
    const seconds = (performance.now() - startedAt) / 1_000
    return {
      ...toResponsiveness(entries),
      cpu: (100 * ((after.TaskDuration ?? 0) - (before.TaskDuration ?? 0))) / seconds,
    }
  }
}

/** What the page holds after a forced garbage collection. */
export async function readMemory(cdp: CDPSession): Promise<Record<'heapMB' | 'nodes' | 'listeners', number>> {
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  await cdp.send('HeapProfiler.collectGarbage')
  const { JSHeapUsedSize = 0, Nodes = 0, JSEventListeners = 0 } = await readMetrics(cdp)
  return { heapMB: JSHeapUsedSize / 1e6, nodes: Nodes, listeners: JSEventListeners }
}

export async function startProfile(cdp: CDPSession): Promise<void> {
  await cdp.send('Profiler.enable')
  await cdp.send('Profiler.start')
}

/** @returns the content of a .cpuprofile */
export async function stopProfile(cdp: CDPSession): Promise<string> {
  return JSON.stringify((await cdp.send('Profiler.stop')).profile)
}

async function readMetrics(cdp: CDPSession): Promise<Record<string, number>> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
}

function toResponsiveness({ events, shifts, tasks }: Entries): Omit<Responsiveness, 'cpu'> {
  const longest = new Map<number, number>()
  for (const { id, duration } of events) longest.set(id, Math.max(longest.get(id) ?? 0, duration))
  const durations = [...longest.values()].sort((a, b) => b - a)
  return {
    inp: durations[Math.floor(durations.length / 50)] ?? 0,
    medianInteraction: durations[durations.length >> 1] ?? 0,
    interactions: durations.length,
    layoutShift: worstSession(shifts),
    longTasks: tasks.length,
    longestTask: Math.max(0, ...tasks),
  }
}

/** The definition of cumulative layout shift: sessions of at most 5 s with gaps under 1 s. */
function worstSession(shifts: Entries['shifts']): number {
  let worst = 0
  let sum = 0
  let startedAt = Number.NEGATIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  for (const { at, value } of shifts) {
    if (at - last > 1_000 || at - startedAt > 5_000) {
      sum = 0
      startedAt = at
    }
    sum += value
    last = at
    worst = Math.max(worst, sum)
  }
  return worst
}
