import type { Fact } from './fact.ts'

/** The figures of the landing page (specification, section 1) */
export const landingFacts = {
  landingCustomers: { kind: 'figure', specified: '50K+' },
  landingLabs: { kind: 'figure', specified: '500+' },
  landingCities: { kind: 'figure', specified: '100+' },
  landingRating: { kind: 'figure', specified: '4.8/5' },
  landingAccuracy: { kind: 'figure', specified: '99.9%' },
} as const satisfies Record<string, Fact>
