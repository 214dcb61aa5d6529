/** The starter catalogue, for tests that must hold for each of its parameters and tests. */
import type { CatalogueItem } from '../api.ts'
import type { Catalogue } from '../catalogue.ts'
import type { Parameter } from '../parameters/parameter.ts'

/** The file, which tests read */
export const catalogueFile = new URL('../starter/starter.json', import.meta.url)

/** @param json the content of the file */
export function parametersIn(json: string): ReadonlyMap<string, Parameter> {
  const { parameters } = JSON.parse(json) as Catalogue
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
export function itemsIn(json: string): readonly CatalogueItem[] {
  return (JSON.parse(json) as Catalogue).items
}
