import { resolve } from 'node:path'
import { formatNumber } from '@jaanch/operations/format'
import { InvalidArgumentError } from 'commander'

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

/** @returns a number as it is typed or printed: `120000`, `1,20,000`; NaN for anything else */
export function typedNumber(text: string): number {
  return /^\d{1,3}(,\d{2,3})+$/.test(text) ? Number(text.replaceAll(',', '')) : Number(text.trim() || NaN)
}

/** npm runs its scripts in the repository: a relative path is that of the directory in which npm was called. */
export function resolvePath(path: string): string {
  return resolve(process.env.INIT_CWD ?? '.', path)
}

export function parseReason(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.')
  return text.trim()
}
