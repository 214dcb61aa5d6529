/**
 * @returns a random UUID (version 4). `crypto.randomUUID` exists on HTTPS and localhost only; a lab may open Jaanch by plain HTTP in
 * its own network
 */
export function randomId(): string {
  if (crypto.randomUUID) return crypto.randomUUID()
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  )
    .join('')
    // the version, and a variant of the two that are most common
    .replace(/^(.{12})./, '$14')
    .replace(/^(.{16})./, '$18')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
