/**
 * Whether a package is there for types only, or compiles: libraries name such packages as (optional) peers, so that an installation
 * without development packages contains them too. The image does not.
 */
export function isForDevelopment(name: string): boolean {
  return /^(typescript|@typescript\/.+|@types\/.+|undici-types)$/.test(name)
}
