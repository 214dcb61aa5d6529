import type { Page } from '@playwright/test'

/** How a page kept up: the durations of its tasks over 50 ms, and the times between its frames, both in ms. */
export type Smoothness = { longTasks: number[]; frames: number[] }

// as text: these tests are compiled for Node, which has no window
const begin = `
  window.smoothness = { longTasks: [], frames: [] }
  new PerformanceObserver((list) => {
    smoothness.longTasks.push(...list.getEntries().map(({ duration }) => Math.round(duration)))
  }).observe({ type: 'longtask' })
  let last = performance.now()
  requestAnimationFrame(function frame(now) {
    smoothness.frames.push(now - last)
    last = now
    requestAnimationFrame(frame)
  })`

/** @returns what to ask when the page has been watched for long enough */
export async function watchSmoothness(page: Page): Promise<() => Promise<Smoothness>> {
  await page.evaluate(begin)
  return () => page.evaluate<Smoothness>('window.smoothness')
}
