/** All parameters of the demo's catalogue, for tests that must hold for each of them. */
import type { Parameter } from '../report/parameter.ts'

type Bounds = [low: number | null, high: number | null] | null
type Listed = Omit<Parameter, 'male' | 'female'> & { male: Bounds; female: Bounds }

/** Where it is; a test reads it */
export const catalogueFile = new URL('../../../../infra/local/demo/catalogue.json', import.meta.url)

const interval = (bounds: Bounds) => bounds && { low: bounds[0], high: bounds[1] }

/** @param json the content of the file */
export function parametersIn(json: string): ReadonlyMap<string, Parameter> {
  const { parameters } = JSON.parse(json) as { parameters: Listed[] }
  return new Map(
    parameters.map((listed) => [
      listed.code,
      { ...listed, male: interval(listed.male), female: interval(listed.female) },
    ]),
  )
}
