import type { Catalogue } from './catalogue.ts'
import { type Fault, faultsOf, unitFaults } from './check.ts'
import type { StoredCatalogue } from './read-catalogue.ts'

/** @returns the first fault that a catalogue has and the stored one does not have, as a sentence */
export function newFault(stored: StoredCatalogue, next: Catalogue): string | undefined {
  const textsOf = (catalogue: Catalogue) =>
    [...unitFaults(catalogue, stored.unitsInUse), ...faultsOf(catalogue)].map((fault) => ({
      about: subjectOf(catalogue, fault),
      text: `${fault.key}: ${fault.text}`,
    }))
  const known = new Set(textsOf(stored.catalogue).map(({ about, text }) => `${about} ${text}`))
  return textsOf(next).find(({ about, text }) => !known.has(`${about} ${text}`))?.text
}

/** Two faults of one kind in two parameters are two faults. */
function subjectOf({ parameters, intervals, items }: Catalogue, { part, index }: Fault): string {
  if (part === 'intervals') return `interval ${JSON.stringify(intervals[index])}`
  return `${part} ${(part === 'items' ? items[index] : parameters[index])?.code}`
}
