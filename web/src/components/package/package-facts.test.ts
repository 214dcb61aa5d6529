import { expect, test } from 'vitest'
import { createPackage } from '@/testing/fixtures'
import {
  ageText,
  fastingText,
  genderText,
  nearbyLabsOf,
  ratingOf,
  reportTime,
  sampleText,
} from './package-facts'

test('where the catalogue is silent a card says Same day, 4.5 and 3 labs', () => {
  const silent = createPackage({
    reportDeliveryTime: null,
    duration: null,
    rating: null,
    nearbyLabs: null,
  } as never)
  expect(reportTime(silent)).toBe('Same day')
  expect(ratingOf(silent)).toBe(4.5)
  expect(nearbyLabsOf(silent)).toBe(3)
})

test('fasting without known hours is 8 hours in the details and 8-12 hours in the wizard', () => {
  const unknown = createPackage({ fastingRequired: true, fastingHours: null })
  expect(fastingText(unknown, '8')).toBe('8 hours')
  expect(fastingText(unknown, '8-12')).toBe('8-12 hours')
  expect(fastingText(createPackage({ fastingRequired: true, fastingHours: 10 }), '8')).toBe('10 hours')
  expect(fastingText(createPackage({ fastingRequired: false, fastingHours: null }), '8')).toBe('Not required')
})

test('ages without a bound are shown from 0 to 100+', () => {
  expect(ageText(createPackage({ ageRestrictions: { min: null, max: null } } as never))).toBe(
    '0 to 100+ years',
  )
  expect(ageText(createPackage({ ageRestrictions: { min: 18, max: 60 } } as never))).toBe('18 to 60 years')
})

test('a sample and a gender are written as words', () => {
  expect(sampleText(createPackage({ sampleType: 'blood' }))).toBe('Blood')
  expect(
    (['both', 'male', 'female'] as const).map((genderSpecific) =>
      genderText(createPackage({ genderSpecific })),
    ),
  ).toEqual(['All', 'Male', 'Female'])
})
