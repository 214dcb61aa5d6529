import { numberFormat } from './number-format'

const format = numberFormat()

/** @returns '1,23,456'; undefined where the number is not known yet */
export function countText(count: number | undefined): string | undefined {
  return count === undefined ? undefined : format(count)
}
