import type { Fact } from './fact.ts'

/** The banner on the home of customers (specification, section 2.5). Without its title there is no banner. */
export const homeFacts = {
  bannerTitle: { kind: 'text', specified: 'Monsoon Health Special' },
  bannerBadge: { kind: 'figure', specified: '30% off' },
  bannerText: { kind: 'text', specified: '30% off on the fever panel, with home collection.' },
  bannerButton: { kind: 'figure', specified: 'Claim Offer' },
  /** The search that the button starts; without it there is no button */
  bannerSearch: { kind: 'text', specified: 'Fever' },
} as const satisfies Record<string, Fact>
