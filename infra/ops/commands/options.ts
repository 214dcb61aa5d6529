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

/** A whole number of an argument or an option. */
export const parseCount = countBetween(0)

/** @returns a parser of whole ids. @param of what, for the message */
export const idOf = (of: string) => (text: string) => {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text))
    throw new InvalidArgumentError(`It must be the id of a ${of}.`)
  return text.toLowerCase()
}

/** The id of a user. */
export const parseId = idOf('user')

/** A time: `2026-11-21 04:20:11` in India, or ISO 8601 with an offset. */
export function parseTime(text: string): Date {
  const isLocal = /^\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?)?$/.test(text)
  const [day, time = '00:00'] = text.split(/[ T]/)
  const at = new Date(isLocal ? `${day}T${time}+05:30` : text)
  if (Number.isNaN(at.getTime())) {
    throw new InvalidArgumentError('It must be a time in India such as "2026-11-21 04:20".')
  }
  return at
}
