import { type Fact, homeFacts, landingFacts, packageFacts, type StatedFacts, settingsFacts } from './facts.ts'

export const factGroups = [
  { page: 'Landing page', facts: landingFacts },
  { page: 'Packages', facts: packageFacts },
  { page: "Banner on the customers' home", facts: homeFacts },
  { page: 'Settings page', facts: settingsFacts },
] as const

const allFacts = { ...landingFacts, ...packageFacts, ...homeFacts, ...settingsFacts }

export type FactId = keyof typeof allFacts
export const facts: Readonly<Record<FactId, Fact>> = allFacts
export const factIds = Object.keys(allFacts) as [FactId, ...FactId[]]

export const factNames: Readonly<Record<FactId, string>> = {
  landingCustomers: 'Customers',
  landingLabs: 'Lab partners',
  landingCities: 'Cities',
  landingRating: 'Rating',
  landingAccuracy: 'Accuracy',
  packageRating: 'Rating without reviews',
  packageNearbyLabs: 'Nearby labs without a count',
  packageReportTime: 'Time to the report without one of its own',
  bannerTitle: 'Title',
  bannerBadge: 'Discount',
  bannerText: 'Text',
  bannerButton: 'Button',
  bannerSearch: 'Search of the button',
  settingsName: 'Platform name',
  settingsEmail: 'Contact email',
  settingsPhone: 'Contact phone',
  settingsLocation: 'Location',
  settingsEmailNotifications: 'Email notifications',
  settingsSmsNotifications: 'SMS notifications',
  settingsTwoFactor: 'Two-factor authentication',
  settingsTimeout: 'Session timeout',
  settingsDatabase: 'Database',
  settingsBackup: 'Backup',
}

/**
 * The facts on which nobody has decided. One that is replaced by the very text of the specification is confirmed; hiding
 * the banner decides on all facts of the banner.
 */
export function undecidedFacts(stated: StatedFacts<FactId>): FactId[] {
  const hasNoBanner = stated.bannerTitle === null
  return factIds.filter((id) => stated[id] === undefined && !(hasNoBanner && id in homeFacts))
}
