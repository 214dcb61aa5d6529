import { createHash } from 'node:crypto'

/**
 * The same bill for the same commit: npm gives each one a number and a time of its own.
 * @param bom CycloneDX, as `npm run check:supply` writes it
 * @param release `at`: the time of its commit, ISO 8601
 */
export function fixBill(bom: string, release: { version: string; commit: string; at: string }): string {
  const { metadata, ...rest } = JSON.parse(bom)
  const component = { ...metadata?.component, version: release.version }
  const fixed = {
    ...rest,
    serialNumber: `urn:uuid:${uuidOf(release.commit)}`,
    metadata: { ...metadata, timestamp: new Date(release.at).toISOString(), component },
  }
  return `${JSON.stringify(fixed, null, 2)}\n`
}

/** A version 8 uuid, made of a hash. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ]
  return parts.join('-')
}
