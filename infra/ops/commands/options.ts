import { formatNumber } from '@jaanch/operations/format'
import { InvalidArgumentError } from 'commander'
import { typedNumber } from '../terminal/typed-number.ts'

/** @returns a parser of whole numbers, both bounds included */
export function countBetween(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  const upTo = most < Number.MAX_SAFE_INTEGER ? ` up to ${formatNumber(most)}` : ''
  return (text) => {
    const value = typedNumber(text)
    if (!Number.isSafeInteger(value) || value < least || value > most)
      throw new InvalidArgumentError(`It must be a whole number${upTo}.`)
    return value
  }
}
