import { expect, it } from 'vitest'
import { factGroups, factIds, factNames, facts, undecidedFacts } from './all.ts'
import { factValue } from './api.ts'
import { landingFacts, shownFact } from './facts.ts'

it('the facts are those of the specification until somebody decides', () => {
  expect(Object.fromEntries(factIds.map((id) => [id, facts[id].specified]))).toEqual({
    landingCustomers: '50K+',
    landingLabs: '500+',
    landingCities: '100+',
    landingRating: '4.8/5',
    landingAccuracy: '99.9%',
    packageRating: '4.5',
    packageNearbyLabs: '3',
    packageReportTime: 'Same day',
    bannerTitle: 'Monsoon Health Special',
    bannerBadge: '30% off',
    bannerText: '30% off on the fever panel, with home collection.',
    bannerButton: 'Claim Offer',
    bannerSearch: 'Fever',
    settingsName: 'Jaanch',
    settingsEmail: 'support@jaanch.example',
    settingsPhone: '+91 79 4000 1234',
    settingsLocation: 'Ahmedabad',
    settingsEmailNotifications: 'Enabled',
    settingsSmsNotifications: 'Enabled',
    settingsTwoFactor: 'Configure',
    settingsTimeout: '30 minutes',
    settingsDatabase: 'Connected',
    settingsBackup: 'Daily at 2:00 AM',
  })
})

it('each fact belongs to one page, has a name, and its specified text is a valid value', () => {
  expect(factGroups.flatMap(({ facts: own }) => Object.keys(own))).toEqual(factIds)
  expect(Object.keys(factNames)).toEqual(factIds)
  for (const id of factIds) expect(factValue(id).safeParse(facts[id].specified).success, id).toBe(true)
})

it('a fact is shown as specified, as replaced, or not at all', () => {
  const stated = { landingLabs: '12', landingRating: null }
  const shown = (id: keyof typeof landingFacts) => shownFact(landingFacts, stated, id)
  expect([shown('landingCities'), shown('landingLabs'), shown('landingRating')]).toEqual(['100+', '12', null])
})

it('a fact that is replaced, confirmed or hidden is decided, and the whole banner with its title', () => {
  expect(undecidedFacts({})).toEqual(factIds)
  const decided = { landingCustomers: '50K+', landingLabs: '12', landingRating: null, bannerTitle: null }
  const left = undecidedFacts(decided)
  expect(left).toHaveLength(factIds.length - 3 - 5)
  expect(left).not.toContain('bannerText')
  expect(undecidedFacts({ bannerTitle: 'Our own' })).toContain('bannerText')
})
