import { fhirSpecimen } from '@jaanch/contracts/http/fhir'
import { fhirProblems } from '@jaanch/contracts/http/fhir-problems'
import type { Message } from './fhir-message.ts'
import { type Found, problemOfSubject } from './fhir-observations.ts'

/**
 * When the specimen was collected: as the report says it, else its specimens, else its observations; of several times the first one.
 * @returns a FHIR dateTime that is exact to the minute; null: the message says none
 */
export function collectedAtOf(
  message: Message,
  observations: readonly Found[],
): { effective: string | null } | { refused: string } {
  const { report, find } = message
  const references = [
    ...(report.specimen ?? []),
    ...observations.flatMap(({ observation }) => observation.specimen ?? []),
  ]
  const specimens: (string | undefined)[] = []
  for (const { reference = '' } of references) {
    const located = find(reference)
    if (!located) continue
    const { name, resource } = located
    const specimen = fhirSpecimen.safeParse(resource)
    if (!specimen.success) return { refused: fhirProblems(name, resource, specimen.error.issues) }
    const { subject, collection } = specimen.data
    const problem = problemOfSubject(message, name, subject?.reference)
    if (problem) return { refused: problem }
    specimens.push(collection?.collectedDateTime ?? collection?.collectedPeriod?.start)
  }
  const effective =
    firstInstant([report.effectiveDateTime ?? report.effectivePeriod?.start]) ??
    firstInstant(specimens) ??
    firstInstant(observations.map(({ observation }) => observation.effectiveDateTime))
  return { effective: effective ?? null }
}

/** A date alone is no instant. */
function firstInstant(times: readonly (string | undefined)[]): string | undefined {
  return times
    .filter((time) => time?.includes('T'))
    .toSorted((one = '', other = '') => Date.parse(one) - Date.parse(other))[0]
}
