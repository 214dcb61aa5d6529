import type { Route } from '@jaanch/contracts/http/route'
import { routes } from '@jaanch/contracts/http/routes'
import type { WireAnswer } from '../support/wire.ts'
import type { FuzzRequest } from './requests.ts'

/** Words that only our own insides use. */
const insides = [
  /\bat .+:\d+:\d+/,
  /\.(ts|js|mjs|sql)\b/,
  /node_modules|file:\/\/|\/work\/|\/home\/|\/usr\//,
  /\b(zod|slonik|fastify|postgres|sqlstate|redis|bullmq|argon2|undefined)\b/i,
  /\b(select|insert|update|delete)\b.+\b(from|into|set|where)\b/i,
  /\b(relation|column|constraint|syntax|violates|out of range|encoding)\b/i,
  /\[object /,
]

/** @returns what is wrong with an answer, whatever was asked; undefined where nothing is */
export function faultOf(request: FuzzRequest, answer: WireAnswer): string | undefined {
  const { status, headers, text } = answer
  if (status >= 500) return 'an error of ours'
  if (status < 200) return 'an answer that is none'
  if (request.method === 'HEAD') return text === '' ? undefined : 'a body for HEAD'
  if (status >= 400) return faultOfRefusal(answer)
  const route: Route = routes[request.name]
  if (!request.isOwn) return undefined
  if (status !== (route.status ?? 200)) return 'a good answer of another status'
  if (route.response === 'file') {
    return headers['x-content-type-options'] === 'nosniff' ? undefined : 'a file that a browser may guess at'
  }
  if (status === 204) return text === '' ? undefined : 'a body where there is none'
  const { error } = route.response.safeParse(JSON.parse(text))
  return error ? `another shape than the contract's: ${error.message}` : undefined
}

function faultOfRefusal({ headers, text }: WireAnswer): string | undefined {
  if (!headers['content-type']?.startsWith('application/json')) return 'a refusal that is not JSON'
  const body = JSON.parse(text)
  if (typeof body.error !== 'string' || body.error.length < 5) return 'a refusal without a sentence'
  const others = Object.keys(body).filter((key) => key !== 'error' && key !== 'message')
  if (others.length > 0) return `a refusal that says more than it must: ${others}`
  // a FHIR refusal names the resource, in up to 1,000 characters of its sender
  if (text.length > 2_500) return 'a refusal that is a treatise'
  const leak = insides.find((inside) => inside.test(body.error))
  return leak ? `a refusal that shows our insides (${leak})` : undefined
}
