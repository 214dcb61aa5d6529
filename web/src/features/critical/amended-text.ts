import type { CalledValueView } from '@jaanch/contracts/http/critical-calls'
import { card } from './texts'

/** What a value is in a later report of the booking. @returns undefined: nothing else */
export function amendedText({ text, unit, amendedTo }: CalledValueView): string | undefined {
  if (!amendedTo || amendedTo === text) return undefined
  return card.amended([amendedTo, unit].filter(Boolean).join(' '))
}
