import type { Visit } from './local-round'
import { list as texts } from './texts'

/** @returns 'Kamala Patel', 'Kamala Patel + 1'; the area where nobody may be shown */
export function visitName({ people, area }: Visit): string {
  const [first, ...others] = people.flatMap(({ patient }) => patient?.name ?? [])
  if (first === undefined) return area ?? texts.onePerson
  return others.length > 0 ? `${first} ${texts.more(others.length)}` : first
}

/** @returns '12 MG Road, near the temple', one line for a list */
export function streetText({ address, area }: Visit): string {
  return [address?.line1, address?.landmark].filter(Boolean).join(', ') || (area ?? '')
}
