import { compareSchemas } from './compare-schemas.ts'
import { type Finding, type IsExplained, needsAll, needsLine } from './finding.ts'
import type { EventType } from './snapshot.ts'

type Events = Record<string, EventType>

const samplesFile = 'packages/contracts/src/testing/event-samples.ts'

/** Whatever was written once is read for ever; and what this code writes, the release before may have to read. */
export function compareEvents(older: Events, newer: Events, isExplained: IsExplained): Finding[] {
  return Object.keys({ ...older, ...newer }).flatMap((type) => {
    const [before, now] = [older[type], newer[type]]
    if (!now) {
      const missing = `declare ${type} again: logs contain it`
      return [event(`The event type ${type} was removed.`, { needs: 'its declaration', missing }, 'breaking')]
    }
    const samples = needsSamples(type, before, now)
    if (!before)
      return [
        event(`The event type ${type} is new.`, needsAll(samples, needsLine(type, isExplained)), 'minor'),
      ]
    return compareType(type, before, now, samples, isExplained)
  })
}

function compareType(
  type: string,
  before: EventType,
  now: EventType,
  samples: Pick<Finding, 'needs' | 'missing'>,
  isExplained: IsExplained,
): Finding[] {
  if (now.schemaVersion < before.schemaVersion) {
    const missing = `give ${type} its version ${before.schemaVersion} and its upcasters back: logs contain them`
    const change = `The version of ${type} is ${now.schemaVersion}; it was ${before.schemaVersion}.`
    return [event(change, { needs: 'the versions that were written', missing }, 'breaking')]
  }
  if (now.schemaVersion > before.schemaVersion) {
    const change = `${type} has version ${now.schemaVersion}; it had ${before.schemaVersion}.`
    return [event(change, needsAll(samples, needsLine(type, isExplained)), 'minor')]
  }
  // what was stored has to be read, and what is stored now is read by the release before: each is like a request to the other
  const [gone, unread] = split(compareSchemas(before.data, now.data, 'request'))
  const [added, refused] = split(compareSchemas(now.data, before.data, 'request'))
  const found: Finding[] = []
  if (unread.length > 0) {
    const missing = `add an upcaster to ${type}, which makes version ${now.schemaVersion + 1}, and a sample of it`
    const change = `Stored data of ${type} cannot be read: ${unread.join('; ')}.`
    found.push(event(change, { needs: 'an upcaster', missing }, 'minor'))
  }
  if (gone.length > 0) {
    const needs = 'nothing: stored events keep them'
    found.push(event(`Of ${type} no longer read: ${gone.join(', ')}.`, { needs }, 'minor'))
  }
  if (refused.length > 0) {
    const change = `${type} has data that the release before refuses. Seen from there: ${refused.join('; ')}.`
    found.push(event(change, needsLine(type, isExplained), 'minor'))
  }
  if (added.length > 0) {
    const needs = 'nothing: the release before leaves them out'
    found.push(event(`${type} has the new fields ${added.join(', ')}.`, { needs }, 'minor'))
  }
  if (samples.missing) found.push(event(`The samples of ${type} changed.`, samples, 'breaking'))
  return found
}

/** Fields that only one side has, which the other leaves out, and the differences that it refuses. */
function split(differences: readonly string[]): [fields: string[], refused: string[]] {
  const end = ' was removed'
  const fields = differences.filter((text) => text.endsWith(end)).map((text) => text.slice(0, -end.length))
  return [fields, differences.filter((text) => !text.endsWith(end))]
}

/** A sample of each version, and all samples that there were. */
function needsSamples(type: string, before: EventType | undefined, now: EventType) {
  const versions = Array.from({ length: now.schemaVersion }, (_, index) => String(index + 1))
  const lacking = versions.filter((version) => !(version in now.samples))
  // the newest sample gets fields that are new in its version
  const changed = Object.entries(before?.samples ?? {}).filter(
    ([version, stored]) => version in now.samples && !isExtended(stored, now.samples[version] ?? '{}'),
  )
  const missing = [
    ...lacking.map((version) => `add a sample of version ${version} of ${type} to ${samplesFile}`),
    ...changed.map(
      ([version]) => `put the sample of version ${version} of ${type} back: logs contain such events`,
    ),
  ]
  return { needs: 'a sample of each version', missing: missing.length > 0 ? missing.join('; ') : undefined }
}

/** Whether all fields of a sample are in another one with the same values. */
function isExtended(stored: string, extended: string): boolean {
  const [before, now] = [JSON.parse(stored), JSON.parse(extended)] as Record<string, unknown>[]
  return Object.entries(before ?? {}).every(
    ([key, value]) => JSON.stringify(value) === JSON.stringify(now?.[key]),
  )
}

function event(change: string, needs: Pick<Finding, 'needs' | 'missing'>, level: Finding['level']): Finding {
  return { area: 'events', change, ...needs, level }
}
