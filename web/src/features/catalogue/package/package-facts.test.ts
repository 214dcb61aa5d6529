import { expect, it } from 'vitest'
import { createPackage, specifiedDefaults } from '@/testing/fixtures'
import {
  ageText,
  fastingText,
  genderText,
  nearbyLabsOf,
  percentOff,
  ratingOf,
  reportTime,
  sampleText,
} from './package-facts'

it('the texts of a package default to Same day, 4.5 and 3 labs if the package has no values [S2.4.1 S9.4 S9.7]', () => {
  const withoutValues = createPackage({
    reportDeliveryTime: null,
    duration: null,
    rating: null,
    nearbyLabs: null,
  } as never)
  expect(reportTime(withoutValues, specifiedDefaults)).toBe('Same day')
  expect(ratingOf(withoutValues, specifiedDefaults)).toBe(4.5)
  expect(nearbyLabsOf(withoutValues, specifiedDefaults)).toBe(3)
})

it('the texts of a package show fasting without hours as 8 hours in the details and 8-12 hours in the wizard [S9.5]', () => {
  const unknown = createPackage({ fastingRequired: true, fastingHours: null })
  expect(fastingText(unknown, '8')).toBe('8 hours')
  expect(fastingText(unknown, '8-12')).toBe('8-12 hours')
  expect(fastingText(createPackage({ fastingRequired: true, fastingHours: 10 }), '8')).toBe('10 hours')
  expect(fastingText(createPackage({ fastingRequired: false, fastingHours: null }), '8')).toBe('Not required')
})

it('the texts of a package show ages without limits as 0 to 100+ [S9.5]', () => {
  expect(ageText(createPackage({ ageRestrictions: { min: null, max: null } } as never))).toBe(
    '0 to 100+ years',
  )
  expect(ageText(createPackage({ ageRestrictions: { min: 18, max: 60 } } as never))).toBe('18 to 60 years')
})

it('the texts of a package show the sample and the gender as words', () => {
  expect(sampleText(createPackage({ sampleType: 'blood' }))).toBe('Blood')
  expect(
    (['both', 'male', 'female'] as const).map((genderSpecific) =>
      genderText(createPackage({ genderSpecific })),
    ),
  ).toEqual(['All', 'Male', 'Female'])
})

it('percent off is round((original − price) / original × 100) (specification, section 9) [S9.3]', () => {
  for (const [price, original, percent] of [
    [499, 699, 29],
    [500, 1000, 50],
    [995, 1000, 1],
    [996, 1000, 0],
    [0, 1000, 100],
  ] as const) {
    expect(percentOff(price, original), `${price} of ${original}`).toBe(percent)
  }
})

it('percent off is 0 without an original price, or if it is not above the price', () => {
  for (const original of [null, 0, 400, 499]) expect(percentOff(499, original)).toBe(0)
})
