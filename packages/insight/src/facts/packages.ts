import type { Fact } from './fact.ts'

/** Texts on the cards of packages that have no values of their own (specification, sections 2.4, 3 and 9) */
export const packageFacts = {
  packageRating: { kind: 'rating', specified: '4.5' },
  packageNearbyLabs: { kind: 'count', specified: '3' },
  packageReportTime: { kind: 'figure', specified: 'Same day' },
} as const satisfies Record<string, Fact>
