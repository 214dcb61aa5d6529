/** What clients call the types of files. The client loads it: no schemas. */

/** Other names of a type */
const aliases: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'application/x-pdf': 'application/pdf',
}

/** Names of files of any type, which clients send if their system knows none: the content says what it is. */
const anyType: readonly string[] = ['', 'application/octet-stream', 'binary/octet-stream']

/**
 * @param named the type that a client gives the file, '' for none
 * @returns those of `types` that the file may have
 */
export function possibleTypes<Type extends string>(named: string, types: readonly Type[]): Type[] {
  const name = named.toLowerCase()
  return types.filter((type) => anyType.includes(name) || type === (aliases[name] ?? name))
}

/** Whether it is a photo in the usual format of iPhones, by its type, or by its name where the system knows no type. */
export function isNamedHeic({ type, name }: { type: string; name: string }): boolean {
  return /^image\/hei[cf]/i.test(type) || (anyType.includes(type.toLowerCase()) && /\.hei[cf]$/i.test(name))
}
