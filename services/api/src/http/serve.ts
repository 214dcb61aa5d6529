import { type Authentication, authorise, findCaller } from '@jaanch/account/sessions/authentication'
import { type Devices, knownAccountOf } from '@jaanch/account/sessions/devices'
import { demandConfirmation } from '@jaanch/account/sessions/sessions'
import type { Caller } from '@jaanch/contracts/caller'
import { AppError, type ErrorCode } from '@jaanch/contracts/errors'
import { isLimited, isWrite, type Route } from '@jaanch/contracts/http/route'
import { type Deadline, untilDeadline, withDeadline } from '@jaanch/platform/deadline'
import { networkOf } from '@jaanch/platform/http/network'
import type { Place } from '@jaanch/platform/http/request-gates'
import { answered, type Call, type Served, type Services } from '@jaanch/platform/http/served'
import { retryIfDropped } from '@jaanch/platform/reads/barrier'
import { recordSpan } from '@jaanch/platform/telemetry/traces'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { RateLimits } from '../limits.ts'

type Part = 'params' | 'query' | 'body'

/** An invalid id names nothing (404), an invalid query is malformed (400), an invalid body breaks a rule (422). */
const codes: Record<Part, ErrorCode> = { params: 'not-found', query: 'malformed', body: 'invalid' }

/** @returns the part of a request as its schema parses it, without unknown keys. @throws AppError with a readable sentence */
function validate(part: Part, schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  // Fastify's body is null if the request has none; an optional body must be undefined
  const parsed = schema.safeParse(value ?? undefined)
  if (parsed.success) return parsed.data
  throw new AppError(codes[part], part === 'params' ? undefined : sentenceOf(parsed.error.issues[0]))
}

function sentenceOf(issue: z.core.$ZodIssue | undefined): string | undefined {
  if (!issue) return undefined
  const field = issue.path.join('.')
  const isMissing = issue.message.endsWith('received undefined')
  if (!field) return isMissing ? 'The request needs a body.' : issue.message
  return isMissing ? `${field} is required.` : `${field}: ${issue.message}`
}

/** The facts about a request that are known before its body is read */
type Arriving = { caller: Caller | undefined; owner: string; deadline: Deadline; since: number }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The error text for a body above the route's limit */
    tooLarge?: string | undefined
    /** A content type that the route accepts besides application/json */
    otherType?: string | undefined
  }
}

const maxKeyLength = 200
const defaultBodyLimit = 100_000
/** Strangers may send bodies that need no reservation only */
const publicBodyLimit = 16_000

function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined || key === '') return undefined
  if (typeof key !== 'string' || key.length > maxKeyLength) {
    throw new AppError('malformed', 'The Idempotency-Key is not usable: at most 200 characters.')
  }
  return key
}

function bodySchemaFor(route: Route, caller: Caller | undefined) {
  return (caller && route.bodyFor?.[caller.role]) ?? route.body
}

/** The content type parser has already refused every other type. */
function isOtherType({ headers }: FastifyRequest, { bodyAs }: Route): boolean {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  return bodyAs !== undefined && type !== undefined && [bodyAs.type, ...(bodyAs.also ?? [])].includes(type)
}

function writesOf({ role }: Caller): 'customerWrites' | 'staffWrites' {
  return role === 'customer' ? 'customerWrites' : 'staffWrites'
}

/** A browser asks once in a while whether a page of another site may call, s */
const rememberedS = 600

/** Answers what a browser asks before it lets a page of another site call. */
function allowAnyOrigin(app: FastifyInstance, { method, path }: Route): void {
  app.options(path, { schema: { hide: true } }, (_request, reply) => {
    reply
      .headers({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': method,
        'access-control-allow-headers': 'content-type',
        'access-control-max-age': String(rememberedS),
      })
      .status(204)
      .send()
  })
}

/** Serves the routes of all subjects. @param services what their handlers take */
export function serveAll(app: FastifyInstance, routes: readonly Served[], services: Services): void {
  for (const served of routes) serve(app, served, services)
}

function serve(app: FastifyInstance, { route, handle, isPlaced }: Served, services: Services): void {
  const { response, status = 200 } = route
  const { bounds, requestGates, rateLimits } = services
  const openPlace = requestGates.placesOf(route)
  const arriving = new WeakMap<FastifyRequest, Arriving>()
  if (route.anyOrigin) allowAnyOrigin(app, route)
  app.route({
    method: route.method,
    url: route.path,
    bodyLimit: route.bodyLimit ?? (route.access === 'public' ? publicBodyLimit : defaultBodyLimit),
    config: { tooLarge: route.tooLarge, otherType: route.bodyAs?.type },
    async onRequest(request, reply) {
      if (route.anyOrigin) reply.header('access-control-allow-origin', '*')
      const deadline = { at: performance.now() + bounds.deadlineMs }
      const caller = await withDeadline(deadline, () => untilDeadline(admit(request)))
      const owner = caller?.userId ?? knownAccountOf(services.devices, request) ?? networkOf(request.ip)
      arriving.set(request, { caller, owner, deadline, since: performance.now() })
      await requestGates.reserveBody(request, reply, owner)
    },
    async handler(request, reply) {
      const { caller, owner, deadline, since } = arriving.get(request) as Arriving
      // the time in which the body arrived does not count
      deadline.at += performance.now() - since
      const place = openPlace(request, reply, owner)
      try {
        const answer = await withDeadline(deadline, () => answerTo(request, reply, { caller, place }))
        if (response === 'file' || answer === answered) return reply
        reply.status(status)
        return status === 204 ? reply.send() : answer
      } finally {
        place.giveBack()
        // nothing that goes on waits for an answer
        deadline.at = Number.POSITIVE_INFINITY
      }
    },
  })

  async function admit(request: FastifyRequest): Promise<Caller | undefined> {
    if (isLimited(route)) await countCall(services, request)
    const startedAt = performance.now()
    const caller = await authorise(services, request, route)
    recordSpan(request.id, { name: 'authorise', startedAt })
    if (caller && route.confirmed) await demandConfirmation(services.accountsDb, caller, services.now())
    if (caller && isWrite(route)) await rateLimits.count(writesOf(caller), caller.userId)
    return caller
  }

  async function answerTo(
    request: FastifyRequest,
    reply: FastifyReply,
    { caller, place }: { caller: Caller | undefined; place: Place },
  ) {
    const ofOtherType = isOtherType(request, route)
    const body = ofOtherType ? route.bodyAs?.schema : bodySchemaFor(route, caller)
    const call = {
      params: validate('params', route.params, request.params),
      query: validate('query', route.query, request.query),
      body: validate('body', body, request.body),
      caller,
      idempotencyKey: idempotencyKeyOf(request),
      request,
      reply,
    } as Call<Route>
    // FHIR and HL7 messages have far more fields than are read
    const ignored = body && !ofOtherType ? ignoredFields(body, request.body) : []
    if (ignored.length > 0) reply.header('ignored-fields', ignoredFieldsHeader(ignored))
    if (isPlaced) await place.take()
    // another method may have appended events before it read
    const answer = await (route.method === 'GET'
      ? retryIfDropped(() => handle(call, services))
      : handle(call, services))
    return response === 'file' || answer === answered || status === 204 ? answer : response.parse(answer)
  }
}

/**
 * Counts a call to sign in, to register and the like. Thousands of phones are one network behind a carrier's address: those who are
 * signed in, and browsers that signed in before, count by their account, so that no stranger there can shut them out. What they do
 * together is bounded too, because accounts can be made in any number.
 * @throws TooManyError
 */
async function countCall(
  parts: Authentication & { devices: Devices; rateLimits: RateLimits },
  request: FastifyRequest,
): Promise<void> {
  const { rateLimits } = parts
  const network = networkOf(request.ip)
  const account = (await findCaller(parts, request))?.userId ?? knownAccountOf(parts.devices, request)
  if (account === undefined) return rateLimits.count('calls', network)
  await rateLimits.count('knownCalls', account)
  await rateLimits.count('knownCallsHere', network)
}

/** The header helps people to find a mistake: this many names are enough */
const mostNames = 20
/** Length of the header, characters: proxies accept a few kilobytes for all headers together */
const longestHeader = 1_000

/**
 * Names what a schema drops without a word: the unknown fields of the objects in a value that it has accepted.
 * @returns paths such as `specimens` and `items[0].note`, at most 20, in the order of the value; empty if nothing is ignored
 */
export function ignoredFields(schema: z.ZodType, value: unknown): string[] {
  return unknownIn(schema, value, '').slice(0, mostNames)
}

/**
 * @returns the value of the header, of at most 1,000 characters: the names in quotation marks, separated by commas; other characters than
 * those of ASCII are percent-encoded. A name that is too long is left out with all after it; the first one is cut.
 */
export function ignoredFieldsHeader(names: readonly string[]): string {
  let header = ''
  for (const name of names) {
    const quoted = `"${encodeURI(name.toWellFormed()).slice(0, longestHeader - 2)}"`
    if (header !== '' && header.length + 2 + quoted.length > longestHeader) break
    header += header === '' ? quoted : `, ${quoted}`
  }
  return header
}

function unknownIn(schema: z.core.$ZodType, value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (schema instanceof z.ZodObject) return unknownOfObject(schema, value, path)
  if (schema instanceof z.ZodArray) {
    if (!Array.isArray(value)) return []
    return value.flatMap((element, index) => unknownIn(schema.element, element, `${path}[${index}]`))
  }
  if (schema instanceof z.ZodRecord) {
    return Object.entries(value).flatMap(([key, each]) =>
      unknownIn(schema.valueType, each, within(path, key)),
    )
  }
  if (schema instanceof z.ZodUnion) {
    const accepting = schema.options.filter((option) => z.safeParse(option, value).success)
    const [fewest = []] = accepting
      .map((option) => unknownIn(option, value, path))
      .sort((a, b) => a.length - b.length)
    return fewest
  }
  // z.preprocess puts the transformation first, .transform puts it last
  if (schema instanceof z.ZodPipe) {
    return unknownIn(schema.in instanceof z.ZodTransform ? schema.out : schema.in, value, path)
  }
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodLazy
  ) {
    return unknownIn(schema.unwrap(), value, path)
  }
  return []
}

function unknownOfObject(schema: z.ZodObject, value: object, path: string): string[] {
  const { shape } = schema
  const isLoose = schema.def.catchall !== undefined
  return Object.entries(value).flatMap(([key, each]) => {
    const field = Object.hasOwn(shape, key) ? shape[key] : undefined
    if (field) return unknownIn(field, each, within(path, key))
    return isLoose ? [] : [within(path, key)]
  })
}

function within(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}
