import { errorCatalogue } from '@jaanch/contracts/errors'
import type { Route } from '@jaanch/contracts/http/route'
import { routes } from '@jaanch/contracts/http/routes'
import type { WireAnswer } from '../../support/wire.ts'
import type { FuzzRequest } from './requests.ts'

/** Patterns of internal details. */
const internals = [
  /\bat .+:\d+:\d+/,
  /\.(ts|js|mjs|sql)\b/,
  /node_modules|file:\/\/|\/work\/|\/home\/|\/usr\//,
  /\b(zod|slonik|fastify|postgres|sqlstate|redis|bullmq|argon2|undefined)\b/i,
  /\b(select|insert|update|delete)\b.+\b(from|into|set|where)\b/i,
  /\b(relation|column|constraint|syntax|violates|out of range|encoding)\b/i,
  /\[object /,
]

/** @returns the fault of an answer to any request; undefined for a correct answer */
export function findFault(request: FuzzRequest, answer: WireAnswer): string | undefined {
  const { status, headers, text } = answer
  if (status >= 500) return 'a server error'
  if (status < 200) return 'an informational status'
  if (request.method === 'HEAD') return text === '' ? undefined : 'a body for HEAD'
  if (status >= 400) return findFaultOfRefusal(answer)
  const route: Route = routes[request.name]
  if (!request.isOwn) return undefined
  if (status === 304) {
    if (!request.headers['if-none-match']) return 'status 304 for a client that has nothing'
    return text === '' ? undefined : 'a body with status 304'
  }
  if (status !== (route.status ?? 200)) return 'another success status than the contract has'
  if (route.response === 'file') {
    return headers['x-content-type-options'] === 'nosniff' ? undefined : 'a file without nosniff'
  }
  if (status === 204) return text === '' ? undefined : 'a body with status 204'
  const { error } = route.response.safeParse(JSON.parse(text))
  return error ? `another shape than the contract's: ${error.message}` : undefined
}

function findFaultOfRefusal({ headers, text }: WireAnswer): string | undefined {
  if (!headers['content-type']?.startsWith('application/json')) return 'a refusal that is not JSON'
  const body = JSON.parse(text)
  if (typeof body.error !== 'string' || body.error.length < 5) return 'a refusal without a sentence'
  if (!Object.hasOwn(errorCatalogue, body.code))
    return `a refusal without a code of the catalogue: ${body.code}`
  const known = ['error', 'code', 'message', ...(body.code === 'price-changed' ? ['total'] : [])]
  const others = Object.keys(body).filter((key) => !known.includes(key))
  if (others.length > 0) return `a refusal with other fields: ${others}`
  // a FHIR refusal contains the name of a resource, up to 1,000 characters of the request
  if (text.length > 2_500) return 'a refusal that is too long'
  const leak = internals.find((pattern) => pattern.test(body.error))
  return leak ? `a refusal that shows internal details (${leak})` : undefined
}
