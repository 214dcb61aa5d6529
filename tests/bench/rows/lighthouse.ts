import { startStackProcess } from '../../chaos/stack-process.ts'
import { measurePages, pages } from '../../lighthouse/measure.ts'
import type { Group } from '../row.ts'

/** Lighthouse's performance score of the pages that customers open first; its throttling simulates a phone. */
export const lighthouse: Group = {
  rows: pages.map(({ path, aim }) => ({
    name: `Lighthouse performance of ${path}`,
    unit: 'of 100',
    better: 'higher',
    aim: `>= ${aim}`,
  })),
  rounds: 1,
  async open() {
    const stack = await startStackProcess()
    return {
      async measure() {
        const scores = await measurePages(stack.url)
        return pages.map(({ path }) => ({
          ours: scores.find(({ page }) => page === path)?.performance ?? 0,
        }))
      },
      close: () => stack.stop(),
    }
  },
}
