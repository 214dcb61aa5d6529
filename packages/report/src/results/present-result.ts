import { pickFields } from '@jaanch/contracts/pick-fields'
import { type ResultView, resultView } from '../results-api.ts'
import type { ReadResult } from './result-rows.ts'

export function presentResult({ parameter, applied, ...result }: ReadResult): ResultView {
  const bounds = applied && {
    low: applied.low,
    high: applied.high,
    source: applied.source,
    isOfLab: applied.isOfLab,
  }
  return pickFields(resultView, { ...parameter, ...result, bounds })
}
