/** What the API and the client agree on about results that are shown to a doctor by a link. The client loads it: no schemas. */

/** How long a link can last, days */
export const shareDays = [1, 7, 30] as const
export type ShareDays = (typeof shareDays)[number]

/** Of SMART Health Links: a label is no longer than 80 characters */
export const shareLabelMax = 80

/** How many wrong passcodes a link survives in its whole life, less one: with the last of them it ends */
export const passcodeTries = 5

/** Characters of a passcode */
export const passcodeLength = { min: 6, max: 32 } as const

/** Characters of a compact JWE, each of which is a byte */
export const shareFileMax = 1_000_000

/** The files of a link: the snapshot, and the same in FHIR */
export const shareFilesMax = 2

/** Characters of what viewers call themselves */
export const recipientMax = 80

/** Reports and trends of a link */
export const shareItemsMax = { reports: 20, trends: 60 } as const

/** The content of `share-snapshot.ts`. Other viewers of SMART Health Links ignore what they do not know */
export const snapshotContentType = 'application/vnd.jaanch.results+json'
const fhirJsonContentType = 'application/fhir+json'
export const shareContentTypes = [snapshotContentType, fhirJsonContentType] as const

/** Where links are resolved: the address ends with 32 random bytes as base64url */
export const manifestPath = '/api/shl/'
