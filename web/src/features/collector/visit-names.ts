import type { Visit } from './local-round'
import { list as texts } from './texts'

/** @returns the first person; the area where nobody may be shown */
export function visitName({ people, area }: Visit): string {
  return people.find(({ patient }) => patient)?.patient?.name ?? area ?? texts.onePerson
}

/** @returns '12 MG Road, near the temple', one line for a list */
export function streetText({ address }: Visit): string {
  return [address?.line1, address?.landmark].filter(Boolean).join(', ')
}
