import type { Route } from '@jaanch/contracts/http/route'
import { describe, expect, it } from 'vitest'
import { type CallName, calls } from '../calls.ts'
import { describeApi } from './openapi.ts'

type Json = Record<string, unknown>
type Parameter = { name: string; in: string; required?: boolean; schema: Json }
type Operation = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: Json }> }
  responses: Record<string, { description: string; content?: Record<string, { schema?: Json }> }>
  security?: Record<string, string[]>[]
}
type Document = {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  components: { securitySchemes: Json; schemas: Json }
  paths: Record<string, Record<string, Operation>>
}

const api = describeApi('http://localhost:3000') as Document
const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

function* everyObject(value: unknown): Generator<Json> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Json
  for (const one of Object.values(value)) yield* everyObject(one)
}

/** The target of a reference such as `#/components/schemas/Error`. */
function resolve(reference: string): unknown {
  const [document, ...steps] = reference.split('/')
  if (document !== '#') return undefined
  const names = steps.map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
  return names.reduce<unknown>((value, name) => (value as Json | undefined)?.[name], api)
}

describe('the description of the API', () => {
  it('is OpenAPI 3.1 and plain JSON', () => {
    expect(api.openapi).toMatch(/^3\.1\.\d+$/)
    expect(api.info).toMatchObject({ title: 'Jaanch', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
    expect(api.servers).toEqual([{ url: 'http://localhost:3000' }])
    expect(JSON.parse(JSON.stringify(api))).toEqual(api)
  })

  it('describes each route of the contracts, and nothing else [V2.1.1]', () => {
    const described = operations.map(({ path, method, operation }) => [
      operation.operationId,
      `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
    ])
    const declared = Object.entries<Route>(calls).map(([name, { method, path }]) => [
      name,
      `${method} ${path}`,
    ])
    expect(Object.fromEntries(described)).toEqual(Object.fromEntries(declared))
    expect(described).toHaveLength(declared.length)
  })

  it('contains no broken reference', () => {
    const references = [...everyObject(api)].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []))
    expect(references).toContain('#/components/schemas/Error')
    expect(references.filter((reference) => resolve(reference) === undefined)).toEqual([])
    const schemes = operations.flatMap(({ operation }) => operation.security ?? []).flatMap(Object.keys)
    for (const scheme of schemes) expect(api.components.securitySchemes).toHaveProperty(scheme)
  })

  it('has no keyword of older versions of OpenAPI in its schemas', () => {
    for (const { schema } of everyObject(api.paths)) {
      for (const part of everyObject(schema)) {
        expect(part).not.toHaveProperty('nullable')
        expect(part.exclusiveMinimum).not.toBeTypeOf('boolean')
      }
    }
  })
})

it.for(operations)(
  '$method $path is described with its parameters, its body, its answers and its callers [V8.1.1]',
  ({ path, method, operation: { operationId, parameters = [], requestBody, responses, ...operation } }) => {
    const route: Route = calls[operationId as CallName]
    const inPath = parameters.filter((parameter) => parameter.in === 'path')
    expect(inPath.map(({ name, required }) => required && `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])

    const schema = requestBody?.content['application/json']?.schema
    expect(Boolean(schema)).toBe(route.body !== undefined)
    if (method === 'get') expect(requestBody).toBeUndefined()
    if (schema) expect(requestBody?.required).toBe(!route.body?.safeParse(undefined).success)

    expect(Object.keys(responses)).toContain(String(route.status ?? 200))
    for (const [status, { content }] of Object.entries(responses)) {
      if (Number(status) < 400) continue
      expect(content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Error' })
    }
    if (route.access !== 'public') expect(Object.keys(responses)).toContain('401')
    if (Array.isArray(route.access)) expect(Object.keys(responses)).toContain('403')
    expect(operation.security?.length ?? 0).toBe(route.access === 'public' ? 0 : 1)
  },
)
