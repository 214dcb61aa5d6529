import { catalogueTimeline, readCatalogue } from '@jaanch/infra/local/demo/catalogue'
import { writeTimeline } from '@jaanch/infra/local/demo/timeline'
import type { TestDatabase } from './database.ts'

/**
 * Creates the parameters of the catalogue, without the intervals of ages. Files that share a stack call it one after the other: it
 * leaves parameters that exist as they are.
 */
export function createParameters({ pool }: TestDatabase): Promise<void> {
  const at = new Date()
  const [{ rows: { parameters = [] } = {} } = {}] = catalogueTimeline(readCatalogue(), at, 'system:test')
  return writeTimeline(pool, [{ at, rows: { parameters } }])
}
