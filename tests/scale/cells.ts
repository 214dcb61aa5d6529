import type { City } from '@jaanch/contracts/vocabulary'
import { cityWeights } from '@jaanch/infra/local/demo/generate/population'

export type Cell = { cities: City[]; share: number }

/**
 * Divides the cities among cells as evenly as their sizes allow: the largest city first, each to the emptiest cell.
 * @returns the fullest first; no cell is smaller than the largest city, because a city is not divided
 */
export function cellsOf(count: number): Cell[] {
  const total = Object.values(cityWeights).reduce((sum, weight) => sum + weight, 0)
  const cells = Array.from({ length: count }, (): Cell => ({ cities: [], share: 0 }))
  const largestFirst = (Object.entries(cityWeights) as [City, number][]).toSorted(([, a], [, b]) => b - a)
  for (const [city, weight] of largestFirst) {
    const emptiest = cells.reduce((best, cell) => (cell.share < best.share ? cell : best))
    emptiest.cities.push(city)
    emptiest.share += weight / total
  }
  return cells.toSorted((a, b) => b.share - a.share)
}
