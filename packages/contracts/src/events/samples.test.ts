import { describe, expect, it } from 'vitest'
import { eventSamples as samples } from '../testing/event-samples.ts'
import { sampleId as id } from '../testing/sample-of.ts'
import {
  checkEvent,
  type EventType,
  eventDefinitions,
  type JaanchEvent,
  reviveEvent,
  UnknownEventError,
} from './registry.ts'

describe('every event type', () => {
  for (const [type, versions] of Object.entries(samples) as [EventType, (typeof samples)[EventType]][]) {
    it(`reads all versions that were ever written: ${type}`, () => {
      for (const { version, stored, today = stored } of versions) {
        expect(reviveEvent(type, version, stored)).toEqual({ type, data: today })
      }
    })

    it(`has a sample of each version: ${type}`, () => {
      expect(versions.map(({ version }) => version)).toEqual(
        Array.from({ length: eventDefinitions[type].schemaVersion }, (_, index) => index + 1),
      )
    })

    it(`writes the version that it reads: ${type}`, () => {
      const { version, stored, today = stored } = versions.at(-1) ?? { version: 0, stored: {} }
      const written = checkEvent({ type, data: today } as JaanchEvent)
      expect(written).toEqual({ type, schemaVersion: version, data: today })
    })
  }

  it('contains only ids, amounts, codes and times, no personal data [V14.2.4]', () => {
    const texts = Object.values(samples).flatMap((versions) => Object.keys(versions[0]?.stored ?? {}))
    for (const key of texts)
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

  it('is rejected in a version that newer code wrote, even if its data could be read without the new fields', () => {
    const { schemaVersion } = eventDefinitions.PackageDeleted
    const data = { packageId: id(1) }
    expect(() => reviveEvent('PackageDeleted', schemaVersion, data)).not.toThrow()
    expect(() => reviveEvent('PackageDeleted', schemaVersion + 1, data)).toThrow(UnknownEventError)
  })

  it('is rejected when its data does not match the type; unknown keys are removed', () => {
    expect(() => checkEvent({ type: 'LabAssigned', data: { labPartnerId: 'x' } })).toThrow()
    const event = { type: 'LabAssigned', data: { labPartnerId: id(51), name: 'City Lab' } } as JaanchEvent
    expect(checkEvent(event).data).toEqual({ labPartnerId: id(51) })
  })
})
