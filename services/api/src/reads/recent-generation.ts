import { withoutDeadline } from '@jaanch/platform/deadline'
import { NoReadTablesError, type ReadBarrier } from './barrier.ts'

/** A superseded generation is dropped after a minute */
const keptForMs = 5_000

export type RecentGeneration = {
  /** The generation that was live at most five seconds ago; undefined if there was none */
  get(): Promise<number | undefined>
  forget(): void
}

/** For what may be a little old, and is asked too often to pass the barrier each time. */
export function createRecentGeneration({ readView }: Pick<ReadBarrier, 'readView'>): RecentGeneration {
  let kept: { until: number; generation: Promise<number | undefined> } | undefined

  async function read(): Promise<number | undefined> {
    try {
      return (await readView()).generation
    } catch (error) {
      if (error instanceof NoReadTablesError) return undefined
      kept = undefined
      throw error
    }
  }

  return {
    get() {
      if (kept === undefined || kept.until < Date.now()) {
        kept = { until: Date.now() + keptForMs, generation: withoutDeadline(read) }
      }
      return kept.generation
    },
    forget() {
      kept = undefined
    },
  }
}
