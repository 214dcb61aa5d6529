/** The starter catalogue, for tests that must hold for each of its parameters and tests. */
import type { Parameter } from '../parameters/parameter.ts'

/** Where it is; a test reads it */
export const catalogueFile = new URL('../starter/starter.json', import.meta.url)

/** A test or package, with the fields that tests look at. */
type Item = {
  code: string
  kind: 'test' | 'package'
  name: string
  parameters: string[]
  tests: string[]
  gender: 'both' | 'male' | 'female'
  ageMin: number | null
  ageMax: number | null
}

/** @param json the content of the file */
export function parametersIn(json: string): ReadonlyMap<string, Parameter> {
  const { parameters } = JSON.parse(json) as { parameters: Parameter[] }
  return new Map(parameters.map((parameter) => [parameter.code, parameter]))
}

/** @param json the content of the file @returns gives the parameter with a code, and throws if there is none */
export function parameterFinder(json: string): (code: string) => Parameter {
  const parameters = parametersIn(json)
  return (code) => {
    const found = parameters.get(code)
    if (!found) throw new Error(`No parameter ${code}`)
    return found
  }
}

/** @param json the content of the file */
export function itemsIn(json: string): readonly Item[] {
  return (JSON.parse(json) as { items: Item[] }).items
}
