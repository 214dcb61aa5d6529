import { sampleId as id } from '@jaanch/contracts/testing/sample-of'
import { checkEvent, type JaanchEvent, reviveEvent, UnknownEventError } from '@jaanch/eventlog/events'
import { describe, expect, it } from 'vitest'
import { eventDefinitions } from './streams.ts'
import { eventSamples } from './testing/event-samples.ts'

describe('an event of any type', () => {
  it.each(eventSamples)('is read as it is written: $type', (event) => {
    const written = checkEvent(event)
    expect(written.data).toEqual(event.data)
    expect(reviveEvent(written.type, written.schemaVersion, event.data)).toEqual(event)
  })

  it('contains only ids, amounts, codes and times, no personal data [V14.2.4]', () => {
    for (const key of eventSamples.flatMap(({ data }) => Object.keys(data)))
      expect(key).not.toMatch(/email|phone|address|instructions|notes|fileUrl|userName|patient/i)
  })
})

describe('an undeclared event type', () => {
  it('is rejected by reading and writing', () => {
    expect(() => reviveEvent('BookingLost', 1, {})).toThrow(UnknownEventError)
    expect(() => checkEvent({ type: 'BookingLost', data: {} } as unknown as JaanchEvent)).toThrow(
      UnknownEventError,
    )
    expect(() => reviveEvent('toString', 1, {})).toThrow(UnknownEventError)
  })
})

describe('an event that is read', () => {
  it('is rejected in a version that newer code wrote, even if its data could be read without the new fields', () => {
    const { schemaVersion } = eventDefinitions.PackageDeleted
    const data = { packageId: id(1) }
    expect(() => reviveEvent('PackageDeleted', schemaVersion, data)).not.toThrow()
    expect(() => reviveEvent('PackageDeleted', schemaVersion + 1, data)).toThrow(UnknownEventError)
  })
})

describe('an event that is written', () => {
  it('is rejected when its data does not match the type; unknown keys are removed', () => {
    expect(() => checkEvent({ type: 'LabAssigned', data: { labPartnerId: 'x' } })).toThrow()
    const event = { type: 'LabAssigned', data: { labPartnerId: id(51), name: 'City Lab' } } as JaanchEvent
    expect(checkEvent(event).data).toEqual({ labPartnerId: id(51) })
  })
})
