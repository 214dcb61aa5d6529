/**
 * A statement about the company that runs an installation, which the specification fixes. It is shown as specified until an admin
 * replaces or hides it.
 */
export type Fact = {
  /** How its value is written: a text of 120 characters, a figure of 24, a rating from 0.0 to 5.0, or a whole number below 1,000 */
  readonly kind: 'text' | 'figure' | 'rating' | 'count'
  /** To the letter of the specification */
  readonly specified: string
}

/** The facts that differ from the specification: the value of an installation, or null for a hidden one. */
export type StatedFacts<Id extends string> = { readonly [K in Id]?: string | null | undefined }

/** @returns what is shown in place of a fact; null if it is hidden */
export function shownFact<Id extends string>(
  facts: Readonly<Record<Id, Fact>>,
  stated: StatedFacts<Id>,
  id: Id,
): string | null {
  const value = stated[id]
  return value === undefined ? facts[id].specified : value
}

/** The figures of the landing page (specification, section 1) */
export const landingFacts = {
  landingCustomers: { kind: 'figure', specified: '50K+' },
  landingLabs: { kind: 'figure', specified: '500+' },
  landingCities: { kind: 'figure', specified: '100+' },
  landingRating: { kind: 'figure', specified: '4.8/5' },
  landingAccuracy: { kind: 'figure', specified: '99.9%' },
} as const satisfies Record<string, Fact>

/** Texts on the cards of packages that have no values of their own (specification, sections 2.4, 3 and 9) */
export const packageFacts = {
  packageRating: { kind: 'rating', specified: '4.5' },
  packageNearbyLabs: { kind: 'count', specified: '3' },
  packageReportTime: { kind: 'figure', specified: 'Same day' },
} as const satisfies Record<string, Fact>

/** The banner on the home of customers (specification, section 2.5). Without its title there is no banner. */
export const homeFacts = {
  bannerTitle: { kind: 'text', specified: 'Monsoon Health Special' },
  bannerBadge: { kind: 'figure', specified: '30% off' },
  bannerText: { kind: 'text', specified: '30% off on the fever panel, with home collection.' },
  bannerButton: { kind: 'figure', specified: 'Claim Offer' },
  /** The search that the button starts; without it there is no button */
  bannerSearch: { kind: 'text', specified: 'Fever' },
} as const satisfies Record<string, Fact>

/** The Settings page of admins (specification, section 2.15) */
export const settingsFacts = {
  settingsName: { kind: 'text', specified: 'Jaanch' },
  settingsEmail: { kind: 'text', specified: 'support@jaanch.example' },
  settingsPhone: { kind: 'text', specified: '+91 79 4000 1234' },
  settingsLocation: { kind: 'text', specified: 'Ahmedabad' },
  settingsEmailNotifications: { kind: 'text', specified: 'Enabled' },
  settingsSmsNotifications: { kind: 'text', specified: 'Enabled' },
  settingsTwoFactor: { kind: 'text', specified: 'Configure' },
  settingsTimeout: { kind: 'text', specified: '30 minutes' },
  settingsDatabase: { kind: 'text', specified: 'Connected' },
  settingsBackup: { kind: 'text', specified: 'Daily at 2:00 AM' },
} as const satisfies Record<string, Fact>
