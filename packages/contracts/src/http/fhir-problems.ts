import type { z } from 'zod'

/** Maximum number of problems in one sentence: enough to correct a message at once, few enough to read. */
const maxProblems = 3

/**
 * Describes the problems of a resource by the names of its elements (as in FHIRPath):
 * `DiagnosticReport.status is required; DiagnosticReport.result must be a list.`
 * @param name of the resource: `DiagnosticReport`, `Observation/o1`
 */
export function fhirProblems(name: string, resource: unknown, issues: readonly z.core.$ZodIssue[]): string {
  const named = issues.slice(0, maxProblems).map((issue) => problem(name, resource, issue))
  const more = issues.length - named.length
  return `${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`
}

function problem(name: string, resource: unknown, issue: z.core.$ZodIssue): string {
  const element = `${name}${elementPath(issue.path)}`
  if (valueAt(resource, issue.path) === undefined) return `${element} is required`
  if (issue.code === 'invalid_value') return `${element} must be one of: ${issue.values.join(', ')}`
  if (issue.code === 'invalid_type') return `${element} must be ${kinds[issue.expected] ?? issue.expected}`
  if (issue.code === 'too_small') return `${element} must not be empty`
  if (issue.code === 'too_big') return `${element} must have at most ${issue.maximum} ${sized(issue.origin)}`
  return `${element} ${issue.message}`
}

const kinds: Record<string, string> = {
  array: 'a list',
  object: 'an object',
  string: 'a text',
  number: 'a number',
}

function sized(origin: string): string {
  return origin === 'array' ? 'members' : 'characters'
}

function elementPath(path: readonly PropertyKey[]): string {
  return path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('')
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, step) => (inner as Record<PropertyKey, unknown> | null)?.[step], value)
}
