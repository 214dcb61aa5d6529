/** Rules for links to shared results that the API and the client follow. The client loads them, so there are no schemas here. */
import { visibleText } from '@jaanch/contracts/visible-text'

/** How long a link can last, days */
export const shareDays = [1, 7, 30] as const
export type ShareDays = (typeof shareDays)[number]

/** SMART Health Links allow no longer labels, characters */
export const shareLabelMax = 80

/** Wrong passcodes in the whole life of a link: the last of them ends it */
export const passcodeTries = 5

/** Characters of a passcode */
export const passcodeLength = { min: 6, max: 32 } as const

/** The characters of suggested passcodes: those that are not read or heard as others (0 O, 1 I L, 5 S, 8 B, 2 Z, U V) */
export const passcodeCharacters = 'ACDEFGHJKMNPQRTWXY34679'

/** @returns eight characters in two groups, as they are told by telephone: 'K7MX-QPT4' */
export const groupPasscode = (characters: string): string =>
  `${characters.slice(0, 4)}-${characters.slice(4)}`

/**
 * @returns the passcode in the form in which it is hashed and compared. One of the form of suggested ones is written as those are, however
 * it was heard: 'k7mx qpt4' is 'K7MX-QPT4'. Every other one stays as it is, without invisible characters.
 */
export function normalPasscode(typed: string): string {
  const passcode = visibleText(typed).trim()
  const characters = passcode.replaceAll(/[\s\p{Dash}]/gu, '').toUpperCase()
  const isSuggested =
    characters.length === 8 && [...characters].every((one) => passcodeCharacters.includes(one))
  return isSuggested ? groupPasscode(characters) : passcode
}

/** Characters of a compact JWE, each of which is a byte */
export const shareFileMax = 1_000_000

/** Characters of all files of a link together */
export const shareFilesLengthMax = 2_000_000

/** Characters of what viewers call themselves */
export const recipientMax = 80

/** Reports and trends of a link */
export const shareItemsMax = { reports: 20, trends: 60 } as const

/** The snapshot, and a FHIR document of each report */
export const shareFilesMax = 1 + shareItemsMax.reports

/** The content of `snapshot.ts`. Other viewers of SMART Health Links ignore types that they do not know */
export const snapshotContentType = 'application/vnd.jaanch.results+json' as const
export const fhirJsonContentType = 'application/fhir+json' as const
export const shareContentTypes = [snapshotContentType, fhirJsonContentType] as const

/** The beginning of the addresses of manifests, which end with 32 random bytes as base64url */
export const manifestPath = '/api/shl/'
