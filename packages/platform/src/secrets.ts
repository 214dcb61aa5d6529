import { passwordOf } from './server-urls.ts'

/** Secrets that this repository publishes, or has published, in its compose file, tests and benchmarks. */
const published = [/^development-only/, /^a secret (of|that) /]

const advice = 'set one that nobody else knows, such as the output of `openssl rand -hex 32`'

/** A variable and its value, which may not be set */
type Variable = readonly [name: string, value: string | undefined]

/** The secrets of a process. Those of servers are the passwords in their URLs. */
export type Secrets = { databases: Variable[]; otherServers: Variable[]; keys: Variable[] }

/**
 * A secret that everybody can read protects nothing, and a service that starts with one looks as if it were protected.
 * @returns a sentence about the first secret that is published, or database that has none; undefined if all are fit for use
 */
export function findUnfitSecret({ databases, otherServers, keys }: Secrets): string | undefined {
  for (const [variable, url] of databases)
    if (url && !passwordOf(url) && !hasOtherProof(url)) return `${variable} has no password: ${advice}.`
  for (const [variable, url] of [...databases, ...otherServers])
    if (url && isPublished(passwordOf(url)))
      return `The password in ${variable} is published in Jaanch's repository: ${advice}.`
  for (const [variable, key] of keys)
    if (key?.split(',').some(isPublished))
      return `${variable} is published in Jaanch's repository: ${advice}.`
  return undefined
}

const isPublished = (secret: string) => published.some((pattern) => pattern.test(secret))

/** A certificate, or a socket of this machine, whose server knows the account that connects. */
function hasOtherProof(url: string): boolean {
  const { searchParams } = new URL(url)
  return searchParams.has('sslcert') || (searchParams.get('host')?.startsWith('/') ?? false)
}
